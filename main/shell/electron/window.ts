import { Breakdowns } from './breakdowns.ts'
import type { ElectronParts, WindowPart } from './electron-parts.ts'
import { brokenPage, startPage } from './policy.ts'
import { webPreferences } from './preferences.ts'
import { keepPlace, readPlace } from './window-place.ts'

/** What the window is made from. */
export interface WindowOptions {
  /** The state folder, which remembers where the window was. */
  readonly folder: string
  readonly preload: string
  readonly icon: string
  readonly now: () => number
  readonly log: (line: string) => void
}

/** A window, with what is wanted of it when the app ends. */
export interface OpenedWindow {
  readonly window: WindowPart
  /** Writes down where it is. */
  readonly remember: () => void
}

/** Makes the window and shows the start page in it; the only place that makes one. */
export function openWindow(electron: ElectronParts, options: WindowOptions): OpenedWindow {
  const { bounds, isMaximized } = readPlace(
    options.folder,
    electron.screen.getAllDisplays().map(({ workArea }) => workArea),
  )
  const window = new electron.BrowserWindow({
    ...(bounds ?? { width: 1280, height: 840 }),
    minWidth: 480,
    minHeight: 400,
    show: false,
    title: 'Janus',
    icon: options.icon,
    autoHideMenuBar: true,
    // As the page's own ground, so that nothing flashes before it is there.
    backgroundColor: electron.nativeTheme.shouldUseDarkColors ? '#11100e' : '#e7e6e1',
    webPreferences: webPreferences(options.preload, electron.app.isPackaged),
  })
  const remember = () => {
    if (window.isDestroyed()) return
    keepPlace(options.folder, { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() })
  }
  window.on('ready-to-show', () => {
    if (isMaximized) window.maximize()
    window.show()
  })
  window.on('close', remember)
  standUpAgain(window, options)
  offerReload(electron, window)
  go(window, startPage, options.log)
  return { window, remember }
}

/** Shows a page of ours. A page that is overtaken by another one rejects, which says nothing. */
export function go(window: WindowPart, page: string, log: (line: string) => void): void {
  window.loadURL(page).catch((error: unknown) => {
    log(`window: ${page} did not load: ${error instanceof Error ? error.message : String(error)}`)
  })
}

/** The page only mirrors what main knows: after a crash it is loaded anew. */
function standUpAgain(window: WindowPart, { now, log }: WindowOptions): void {
  const breakdowns = new Breakdowns(now)
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    log(`window: broke down (${reason}, ${String(exitCode)})`)
    go(window, breakdowns.again() ? startPage : brokenPage, log)
  })
}

/** A page that does not answer: the person waits, or has it loaded anew. */
function offerReload({ dialog }: ElectronParts, window: WindowPart): void {
  let asked: AbortController | null = null
  window.on('responsive', () => asked?.abort())
  window.on('unresponsive', () => {
    if (asked !== null) return
    asked = new AbortController()
    const question = dialog.showMessageBox(window, {
      type: 'warning',
      message: 'The window does not answer',
      detail: 'Your agents go on. Loading the window anew loses nothing they say.',
      buttons: ['Wait', 'Load it anew'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      signal: asked.signal,
    })
    void question.then(({ response }) => {
      asked = null
      // It counts as a breakdown, and is loaded again as after one.
      if (response === 1 && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer()
    })
  })
}
