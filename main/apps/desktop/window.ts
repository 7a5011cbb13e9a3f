import type { Rectangle, WebPreferences } from 'electron'
import { CrashReports } from './crash-reports.ts'
import type { ElectronParts, WindowPart } from './electron-parts.ts'
import { brokenPage, isOwn, startPage } from './policy.ts'
import { join } from 'node:path'
import { readJsonFile, writeJsonFile } from '../../adapters/folder/json-file.ts'

interface WindowOptions {
  /** State folder, which stores the window's bounds. */
  readonly folder: string
  readonly preload: string
  readonly icon: string
  /** On Wayland a window that was created hidden may never appear. */
  readonly isWayland: boolean
  readonly now: () => number
  readonly log: (line: string) => void
  /** Called once: the window is visible and shows a page of Janus. */
  readonly shown: () => void
  readonly hopeless: () => void
}

export interface OpenedWindow {
  readonly window: WindowPart
  readonly remember: () => void
}

/** Milliseconds after which the window is shown even if its page hasn't loaded. */
const longestHidden = 3_000
/** ERR_ABORTED: another load has replaced this one, which is no failure. */
const aborted = -3

/** Page background, to avoid a flash before the page is drawn. */
const ground = (isDark: boolean): string => (isDark ? '#11100e' : '#e7e6e1')

/** Creates the window and loads the start page; nothing else creates one. */
export function openWindow(electron: ElectronParts, options: WindowOptions): OpenedWindow {
  const { folder, isWayland } = options
  const screens = electron.screen.getAllDisplays().map(({ workArea }) => workArea)
  const { bounds, isMaximized } = readPlace(folder, screens)
  const window = new electron.BrowserWindow({
    ...(bounds ?? { width: 1280, height: 840 }),
    minWidth: 480,
    minHeight: 400,
    show: isWayland,
    title: 'Janus',
    icon: options.icon,
    autoHideMenuBar: true,
    backgroundColor: ground(electron.nativeTheme.shouldUseDarkColors),
    webPreferences: webPreferences(options.preload, electron.app.isPackaged),
  })
  const remember = () => {
    if (window.isDestroyed()) return
    keepPlace(folder, { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() })
  }
  reveal(window, { ...options, isMaximized })
  window.on('close', remember)
  electron.nativeTheme.on('updated', () => {
    if (!window.isDestroyed()) window.setBackgroundColor(ground(electron.nativeTheme.shouldUseDarkColors))
  })
  standUpAgain(window, options)
  offerReload(electron, window)
  go(window, startPage, options.log)
  return { window, remember }
}

/** Ignores loads that another load replaced. */
export function go(window: WindowPart, page: string, log: (line: string) => void): void {
  window.loadURL(page).catch((error: unknown) => {
    if ((error as { errno?: unknown } | null)?.errno === aborted) return
    log(`window: ${page} did not load: ${error instanceof Error ? error.message : String(error)}`)
  })
}

/** Shows the window once, when its page is drawn, has loaded, has failed, or takes too long. */
function reveal(window: WindowPart, options: WindowOptions & { readonly isMaximized: boolean }): void {
  const { webContents } = window
  let isShown = false
  let isLoaded = false
  let isTold = false
  const tell = () => {
    if (isTold || !isShown || !isLoaded) return
    isTold = true
    options.shown()
  }
  const show = () => {
    clearTimeout(late)
    if (isShown || window.isDestroyed()) return
    isShown = true
    if (options.isMaximized) window.maximize()
    if (!window.isVisible()) window.show()
    tell()
  }
  const late = setTimeout(show, longestHidden)
  window.on('ready-to-show', show)
  window.on('closed', () => clearTimeout(late))
  // A window that the user hid before that stays hidden.
  window.on('hide', () => {
    clearTimeout(late)
    isShown = true
  })
  webContents.on('did-finish-load', () => {
    isLoaded = true
    show()
    tell()
  })
  webContents.on('did-fail-load', (_event, code, words, address, isMainFrame) => {
    if (!isMainFrame || code === aborted) return
    options.log(`window: ${address} did not load (${words}, ${String(code)})`)
    show()
  })
}

/** Reloads the page after a crash, a failed load or foreign navigation. */
function standUpAgain(window: WindowPart, { now, log, hopeless }: WindowOptions): void {
  const breakdowns = new CrashReports(now)
  let isBroken = false
  // Deferred: loading a page while an aborted load ends crashes Electron.
  const later = (page: string) =>
    setImmediate(() => {
      if (!window.isDestroyed()) go(window, page, log)
    })
  const again = () => {
    if (isBroken) return hopeless()
    isBroken = !breakdowns.again()
    later(isBroken ? brokenPage : startPage)
  }
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    log(`window: broke down (${reason}, ${String(exitCode)})`)
    again()
  })
  window.webContents.on('did-fail-load', (_event, code, _words, address, isMainFrame) => {
    if (isMainFrame && code !== aborted && address !== brokenPage) later(brokenPage)
  })
  window.webContents.on('did-navigate', (_event, address) => {
    if (address === startPage) isBroken = false
    // Electron emits no `will-navigate` for `about:blank`.
    if (!isOwn(address)) later(startPage)
  })
}

function offerReload({ dialog }: ElectronParts, window: WindowPart): void {
  let asked: AbortController | null = null
  window.on('responsive', () => asked?.abort())
  window.on('unresponsive', () => {
    if (asked !== null) return
    asked = new AbortController()
    const question = dialog.showMessageBox(window, {
      type: 'warning',
      message: 'The window does not answer',
      detail: 'Your agents keep running. Reloading the window loses nothing.',
      buttons: ['Wait', 'Load it again'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      signal: asked.signal,
    })
    question.then(
      ({ response }) => {
        asked = null
        // Counts as a breakdown, after which the page is reloaded.
        if (response === 1 && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer()
      },
      () => (asked = null),
    )
  })
}

export function webPreferences(preload: string, isPackaged: boolean): Readonly<WebPreferences> {
  return Object.freeze({
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    navigateOnDragDrop: false,
    safeDialogs: true,
    spellcheck: true,
    devTools: !isPackaged,
  } satisfies WebPreferences)
}

interface WindowPlace {
  readonly bounds: Rectangle | null
  readonly isMaximized: boolean
}

const pathOf = (folder: string): string => join(folder, 'window.json')
const smallest = { width: 480, height: 400 }
/** Size of the top edge that must be on a screen, so that the user can grab the window. */
const hold = { width: 120, height: 32 }

/** Returns null bounds when they are no longer on a screen; the system then chooses. */
function readPlace(folder: string, screens: readonly Rectangle[]): WindowPlace {
  try {
    const { bounds, isMaximized } = readJsonFile(pathOf(folder)).fields
    return {
      bounds: isRectangle(bounds) && isInReach(bounds, screens) ? bounds : null,
      isMaximized: isMaximized === true,
    }
  } catch {
    return { bounds: null, isMaximized: false }
  }
}

function keepPlace(folder: string, place: WindowPlace): void {
  try {
    writeJsonFile(pathOf(folder), { ...place })
  } catch {
    // Losing the position is harmless.
  }
}

function isRectangle(value: unknown): value is Rectangle {
  if (typeof value !== 'object' || value === null) return false
  const { x, y, width, height } = value as Record<string, unknown>
  const isWhole = [x, y, width, height].every((part) => Number.isSafeInteger(part))
  return isWhole && Number(width) >= smallest.width && Number(height) >= smallest.height
}

function isInReach(bounds: Rectangle, screens: readonly Rectangle[]): boolean {
  return screens.some(
    (screen) =>
      bounds.y >= screen.y &&
      bounds.y + hold.height <= screen.y + screen.height &&
      Math.min(bounds.x + bounds.width, screen.x + screen.width) - Math.max(bounds.x, screen.x) >= hold.width,
  )
}
