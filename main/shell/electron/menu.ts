import type { MenuItemConstructorOptions } from 'electron'

/** What the menu differs in. */
export interface MenuOptions {
  readonly platform: NodeJS.Platform
  readonly isPackaged: boolean
  /** Begins or ends the rehearsal; null where there is none to begin. */
  readonly rehearse: (() => void) | null
}

const line: MenuItemConstructorOptions = { type: 'separator' }

/**
 * The application's menu. An item's key is taken from the page, so it has no item for what the page does by key
 * itself: Mod+W closes a tab, not the window, and Mod+comma opens the page's settings. That is also why the ready-made
 * menus for files and windows are not used: they close the window by Mod+W.
 */
export function menuTemplate({ platform, isPackaged, rehearse }: MenuOptions): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin'
  const rehearsal: MenuItemConstructorOptions[] =
    rehearse === null ? [] : [{ label: 'Rehearse, or end the rehearsal', click: rehearse }, line]
  return [
    ...(isMac
      ? [{ role: 'appMenu' } satisfies MenuItemConstructorOptions]
      : [{ label: 'Janus', submenu: [...rehearsal, { role: 'quit' } satisfies MenuItemConstructorOptions] }]),
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        ...(isMac ? rehearsal : []),
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        line,
        { role: 'togglefullscreen' },
        ...(isPackaged ? [] : developing),
      ],
    },
    {
      label: 'Window',
      submenu: [{ role: 'minimize' }, { role: 'zoom' }, ...(isMac ? [line, front] : [])],
    },
  ]
}

const front: MenuItemConstructorOptions = { role: 'front' }
const developing: MenuItemConstructorOptions[] = [line, { role: 'reload' }, { role: 'toggleDevTools' }]
