import type {
  BrowserWindowConstructorOptions,
  CustomScheme,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  OpenDialogOptions,
  Rectangle,
} from 'electron'
import type {
  AppEvents,
  AppPart,
  AskEvent,
  ElectronParts,
  Permission,
  SessionEvents,
  SessionPart,
  WindowPart,
} from '../electron-parts.ts'
import { Emitter } from './emitter.ts'
import { StandInWindow } from './window-stand-in.ts'

/** The application: notes what is asked of it; a quit goes as in Electron. */
export class StandInApp extends Emitter<AppEvents> implements AppPart {
  isPackaged = false
  isFirst = true
  switches: string[] = []
  /** What was called, in order, with its argument. */
  readonly calls: string[] = []
  badge = 0
  readonly ready = Promise.withResolvers<undefined>()
  /** The code that the app ended with. */
  readonly exited = Promise.withResolvers<number>()
  readonly commandLine = { hasSwitch: (name: string): boolean => this.switches.includes(name) }

  enableSandbox(): void {
    this.calls.push('enableSandbox')
  }
  requestSingleInstanceLock(): boolean {
    this.calls.push('requestSingleInstanceLock')
    return this.isFirst
  }
  setPath(name: 'userData', path: string): void {
    this.calls.push(`setPath ${name} ${path}`)
  }
  async whenReady(): Promise<void> {
    await this.ready.promise
    this.calls.push('ready')
  }
  setBadgeCount(count = 0): boolean {
    this.badge = count
    return true
  }
  relaunch(): void {
    this.calls.push('relaunch')
  }
  quit(): void {
    let isStopped = false
    this.tell('before-quit', { preventDefault: () => (isStopped = true) })
    if (!isStopped) this.exit(0)
  }
  exit(code = 0): void {
    this.calls.push(`exit ${String(code)}`)
    this.exited.resolve(code)
  }
}

/** A session: keeps the handlers that were set. */
export class StandInSession extends Emitter<SessionEvents> implements SessionPart {
  readonly handlers: Partial<Handlers> = {}
  spelling = true
  readonly webRequest = {
    onBeforeRequest: (listener: Handlers['beforeRequest']): void => {
      this.handlers.beforeRequest = listener
    },
  }
  setPermissionRequestHandler(handler: Handlers['request']): void {
    this.handlers.request = handler
  }
  setPermissionCheckHandler(handler: Handlers['check']): void {
    this.handlers.check = handler
  }
  setDevicePermissionHandler(handler: Handlers['device']): void {
    this.handlers.device = handler
  }
  setDisplayMediaRequestHandler(handler: Handlers['display']): void {
    this.handlers.display = handler
  }
  setBluetoothPairingHandler(handler: Handlers['pairing']): void {
    this.handlers.pairing = handler
  }
  setSpellCheckerEnabled(enabled: boolean): void {
    this.spelling = enabled
  }
}

interface Handlers {
  beforeRequest: Parameters<SessionPart['webRequest']['onBeforeRequest']>[0]
  request: (
    contents: { getURL(): string },
    permission: Permission,
    callback: (granted: boolean) => void,
    details: { requestingUrl?: string },
  ) => void
  check: (contents: unknown, permission: Permission, origin: string) => boolean
  device: () => boolean
  display: (request: unknown, callback: (streams: null) => void) => void
  pairing: (details: unknown, callback: (response: { confirmed: boolean }) => void) => void
}

type AskListener = (event: AskEvent, ...args: unknown[]) => unknown

/** The `electron` module as far as Janus uses it, in memory. */
export class ElectronStandIn implements ElectronParts {
  readonly app = new StandInApp()
  readonly windows: StandInWindow[] = []
  readonly channels = new Map<string, AskListener>()
  readonly opened: string[] = []
  readonly errors: string[] = []
  readonly questions: MessageBoxOptions[] = []
  /** What the next dialogs are answered with. */
  choice = 0
  chosen: string[] = []
  menu: MenuItemConstructorOptions[] = []
  schemes: CustomScheme[] = []
  screens: Rectangle[] = [{ x: 0, y: 0, width: 1920, height: 1080 }]
  /** Shows a page, where a test has something to show it in. */
  load: (window: StandInWindow, address: string) => Promise<void> = async () => undefined
  /** Answers what a page loads. */
  serve: ((request: Request) => Promise<Response>) | null = null
  readonly BrowserWindow: ElectronParts['BrowserWindow']
  readonly session = { defaultSession: new StandInSession() }
  readonly nativeTheme: ElectronParts['nativeTheme'] = { themeSource: 'system', shouldUseDarkColors: true }
  readonly powerMonitor = new Emitter<{ shutdown: () => void }>()

  constructor() {
    const { app, windows } = this
    const load = (window: StandInWindow, address: string) => this.load(window, address)
    this.BrowserWindow = class extends StandInWindow implements WindowPart {
      constructor(options: BrowserWindowConstructorOptions) {
        super(options)
        windows.push(this)
        app.tell('web-contents-created', { preventDefault: () => undefined }, this.webContents)
      }
      override async loadURL(address: string): Promise<void> {
        await super.loadURL(address)
        await load(this, address)
      }
    }
  }

  readonly Menu = {
    buildFromTemplate: (template: MenuItemConstructorOptions[]): object => template,
    setApplicationMenu: (menu: object | null): void => {
      this.menu = menu as MenuItemConstructorOptions[]
    },
  }
  readonly dialog = {
    showMessageBox: async (_window: unknown, options: MessageBoxOptions) => {
      this.questions.push(options)
      return { response: this.choice }
    },
    showOpenDialog: async (_window: unknown, _options: OpenDialogOptions) => {
      return { canceled: this.chosen.length === 0, filePaths: this.chosen }
    },
    showErrorBox: (_title: string, content: string): void => {
      this.errors.push(content)
    },
  }
  readonly ipcMain = {
    handle: (channel: string, listener: AskListener): void => {
      this.channels.set(channel, listener)
    },
  }
  readonly protocol = {
    registerSchemesAsPrivileged: (schemes: CustomScheme[]): void => {
      this.schemes = schemes
    },
    handle: (_scheme: string, handler: (request: Request) => Promise<Response>): void => {
      this.serve = handler
    },
  }
  readonly screen = { getAllDisplays: () => this.screens.map((workArea) => ({ workArea })) }
  readonly shell = {
    openExternal: async (address: string): Promise<void> => {
      this.opened.push(address)
    },
  }

  /** The window that was made last. */
  get window(): StandInWindow {
    const window = this.windows.at(-1)
    if (!window) throw new Error('There is no window.')
    return window
  }

  /** Asks over a channel as a frame of the window does; its own top frame where nothing else is said. */
  async ask(channel: string, args: unknown[], event: AskEvent = this.window.event()): Promise<unknown> {
    const listener = this.channels.get(channel)
    if (!listener) throw new Error(`Nobody answers on ${channel}.`)
    return await listener(event, ...args)
  }
}
