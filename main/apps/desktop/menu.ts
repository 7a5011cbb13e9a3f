import type { MenuItemConstructorOptions } from 'electron'
import type { Summary } from './core-messages.ts'
import type { ContextMenuParams, ElectronParts, WindowPart } from './electron-parts.ts'
import { judgeLink } from './policy.ts'

interface MenuOptions {
  readonly platform: NodeJS.Platform
  readonly isPackaged: boolean
  /** Starts or exits the demo; null when there is none. */
  readonly rehearse: (() => void) | null
  /** Custom keybindings by action of the page; shown instead of the defaults. */
  readonly keys?: Readonly<Record<string, readonly string[]>>
  readonly command: (name: string) => void
}

type Item = MenuItemConstructorOptions
const line: Item = { type: 'separator' }

/**
 * Shows the page's keys but leaves them to the page: Mod+W closes a tab there. Electron's own file and window
 * menus would close the window with it on Windows and Linux.
 */
export function menuTemplate(options: MenuOptions): Item[] {
  const { platform, isPackaged, rehearse, command, keys = {} } = options
  const isMac = platform === 'darwin'
  const item = (label: string, name: keyof typeof actions, accelerator?: string): Item => ({
    label,
    click: () => command(name),
    ...shown(acceleratorOf(keys[actions[name]], accelerator)),
  })
  const rehearsal: Item[] = rehearse === null ? [] : [{ label: 'Try or exit the &demo', click: rehearse }]
  const about = item('&About Janus', 'about')
  const settings = item('&Settings…', 'settings', 'CmdOrCtrl+,')
  const agents: Item[] = [
    item('&New agent…', 'new-agent', 'CmdOrCtrl+T'),
    item('New &gathering…', 'new-gathering'),
    item('&Search…', 'search', 'CmdOrCtrl+Shift+F'),
    item('&Find anything…', 'palette', 'CmdOrCtrl+K'),
    line,
    ...rehearsal,
  ]
  return [
    ...(isMac ? [macMenu(about, settings), { label: 'Agents', submenu: agents }] : []),
    ...(isMac ? [] : [{ label: '&Janus', submenu: [...agents, settings, line, quit] }]),
    { label: '&Edit', role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        ...otherZoomKeys,
        line,
        { role: 'togglefullscreen' },
        ...(isPackaged ? [] : developing),
      ],
    },
    isMac
      ? { role: 'windowMenu' }
      : { label: '&Window', submenu: [{ role: 'minimize' }, item('&Close tab', 'close-tab')] },
    {
      label: '&Help',
      role: 'help',
      submenu: [item('&Keyboard shortcuts', 'keys', 'CmdOrCtrl+/'), ...(isMac ? [] : [about])],
    },
  ]
}

/** Shows the key without registering it. */
const shown = (accelerator: string | undefined): Item =>
  accelerator === undefined ? {} : { accelerator, registerAccelerator: false }

/** Page actions by menu command; their keys are shown. */
const actions = {
  settings: 'settings',
  'new-agent': 'newAgent',
  'new-gathering': 'convene',
  search: 'search',
  palette: 'palette',
  'close-tab': 'close',
  keys: 'keys',
  // Has no key.
  about: 'about',
} as const

/** Returns undefined when the user removed the key or Electron can't express it. */
function acceleratorOf(own: readonly string[] | undefined, usual: string | undefined): string | undefined {
  if (own === undefined) return usual
  const words: Readonly<Record<string, string>> = { Mod: 'CmdOrCtrl', ArrowUp: 'Up', ArrowDown: 'Down' }
  const parts = own[0]?.split('+').map((part) => words[part] ?? part)
  const isKnown = parts?.every((part) => /^([A-Za-z]+|F?[0-9]{1,2}|[,./;'[\]\\=-])$/.test(part))
  return isKnown ? parts?.join('+') : undefined
}

/** Electron's default has no key on Windows. */
const quit: Item = { role: 'quit', accelerator: 'CmdOrCtrl+Q' }

/** Electron's app menu, with Janus's own About dialog and settings. */
function macMenu(about: Item, settings: Item): Item {
  return {
    role: 'appMenu',
    submenu: [
      about,
      line,
      settings,
      line,
      { role: 'services' },
      line,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      line,
      { role: 'quit' },
    ],
  }
}

/** Zoom in without Shift, and the keys of the number pad. */
const otherZoomKeys: Item[] = [
  { role: 'zoomIn', accelerator: 'CmdOrCtrl+=', visible: false, acceleratorWorksWhenHidden: true },
  { role: 'zoomIn', accelerator: 'CmdOrCtrl+numadd', visible: false, acceleratorWorksWhenHidden: true },
  { role: 'zoomOut', accelerator: 'CmdOrCtrl+numsub', visible: false, acceleratorWorksWhenHidden: true },
  { role: 'resetZoom', accelerator: 'CmdOrCtrl+num0', visible: false, acceleratorWorksWhenHidden: true },
]
const developing: Item[] = [line, { role: 'reload' }, { role: 'toggleDevTools' }]

export class AppMenu {
  readonly #menu: ElectronParts['Menu']
  readonly #options: Omit<MenuOptions, 'keys'>
  #shown = ''

  constructor(menu: ElectronParts['Menu'], options: Omit<MenuOptions, 'keys'>) {
    this.#menu = menu
    this.#options = options
    this.show({})
  }

  /** Rebuilds the menu only when the keys changed. */
  show(keys: Summary['keys']): void {
    const words = JSON.stringify(keys)
    if (words === this.#shown) return
    this.#shown = words
    this.#menu.setApplicationMenu(this.#menu.buildFromTemplate(menuTemplate({ ...this.#options, keys })))
  }
}

export function showContextMenu(electron: ElectronParts, window: WindowPart): void {
  window.webContents.on('context-menu', (_event, params) => {
    const template = contextMenuTemplate(electron, window, params)
    if (template.length > 0) electron.Menu.buildFromTemplate(template).popup({ window })
  })
}

export function contextMenuTemplate(
  { app, clipboard }: Pick<ElectronParts, 'app' | 'clipboard'>,
  { webContents }: WindowPart,
  params: ContextMenuParams,
): MenuItemConstructorOptions[] {
  const { editFlags: can, isEditable, selectionText, linkURL, misspelledWord, dictionarySuggestions } = params
  const link = judgeLink(linkURL)
  const groups: MenuItemConstructorOptions[][] = [
    misspelledWord === ''
      ? []
      : [
          ...dictionarySuggestions.slice(0, 5).map((word) => ({
            label: word,
            click: () => webContents.replaceMisspelling(word),
          })),
          {
            label: 'Add to the dictionary',
            click: () => webContents.session.addWordToSpellCheckerDictionary(misspelledWord),
          },
        ],
    link.kind === 'open'
      ? [{ label: 'Copy the address', click: () => clipboard.writeText(link.address) }]
      : [],
    isEditable
      ? [
          { role: 'undo', enabled: can.canUndo },
          { role: 'redo', enabled: can.canRedo },
          { type: 'separator' },
          { role: 'cut', enabled: can.canCut },
          { role: 'copy', enabled: can.canCopy },
          { role: 'paste', enabled: can.canPaste },
          { role: 'selectAll', enabled: can.canSelectAll },
        ]
      : selectionText.trim() === ''
        ? []
        : [{ role: 'copy' }],
    app.isPackaged ? [] : [{ label: 'Inspect', click: () => webContents.inspectElement(params.x, params.y) }],
  ]
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [{ type: 'separator' as const }, ...group]))
}
