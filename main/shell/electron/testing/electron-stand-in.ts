import type {
  BrowserWindowConstructorOptions,
  CustomScheme,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  OpenDialogOptions,
  Rectangle,
} from 'electron'
import type {
  AnyWindow,
  AppEvents,
  AppPart,
  AskEvent,
  ChildPart,
  ElectronParts,
  MenuPart,
  Permission,
  PowerEvents,
  SessionEvents,
  TrayPart,
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
  readonly commandLine = {
    hasSwitch: (name: string): boolean => this.switches.includes(name),
    getSwitchValue: (): string => '',
    appendSwitch: (name: string, value = ''): void => void this.calls.push(`--${name}=${value}`),
  }

  enableSandbox(): void {
    this.calls.push('enableSandbox')
  }
  requestSingleInstanceLock(): boolean {
    this.calls.push('requestSingleInstanceLock')
    return this.isFirst
  }
  releaseSingleInstanceLock(): void {
    this.calls.push('releaseSingleInstanceLock')
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

/** The system's colours. */
export class StandInTheme extends Emitter<{ updated: () => void }> {
  themeSource: 'system' | 'light' | 'dark' = 'system'
  shouldUseDarkColors = true
}

/** A session: keeps the handlers that were set. */
export class StandInSession extends Emitter<SessionEvents> implements SessionPart {
  readonly handlers: Partial<Handlers> = {}
  spelling = true
  proxy: { proxyRules: string; proxyBypassRules: string } | null = null
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
  async setProxy(config: { proxyRules: string; proxyBypassRules: string }): Promise<void> {
    this.proxy = config
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
  /** Starts a process of the core; a test says what. */
  fork: () => ChildPart = () => {
    throw new Error('There is no core here.')
  }
  readonly copied: string[] = []
  readonly trays: Emitter<{ click: () => void }>[] = []
  readonly questions: MessageBoxOptions[] = []
  /** What the next dialogs are answered with. */
  choice = 0
  chosen: string[] = []
  menu: MenuItemConstructorOptions[] = []
  readonly popups: MenuItemConstructorOptions[][] = []
  schemes: CustomScheme[] = []
  screens: Rectangle[] = [{ x: 0, y: 0, width: 1920, height: 1080 }]
  /** Shows a page, where a test has something to show it in. */
  load: (window: StandInWindow, address: string) => Promise<void> = async () => undefined
  /** Answers what a page loads. */
  serve: ((request: Request) => Promise<Response>) | null = null
  readonly BrowserWindow: ElectronParts['BrowserWindow']
  readonly session = { defaultSession: new StandInSession() }
  readonly nativeTheme = new StandInTheme()
  readonly powerMonitor = new Emitter<PowerEvents>()
  readonly clipboard = { writeText: (text: string): void => void this.copied.push(text) }
  readonly utilityProcess = { fork: (): ChildPart => this.fork() }
  readonly Tray: ElectronParts['Tray']

  constructor() {
    const { app, windows, trays } = this
    this.Tray = class extends Emitter<{ click: () => void }> implements TrayPart {
      constructor() {
        super()
        trays.push(this)
      }
      setToolTip(): void {}
      setContextMenu(): void {}
      destroy(): void {
        trays.splice(trays.indexOf(this), 1)
      }
    }
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
    buildFromTemplate: (template: MenuItemConstructorOptions[]) => ({
      template,
      popup: () => void this.popups.push(template),
    }),
    setApplicationMenu: (menu: MenuPart | null): void => {
      this.menu = (menu as MenuPart & { template: MenuItemConstructorOptions[] }).template
    },
  }
  readonly dialog = {
    showMessageBox: async (first: AnyWindow | MessageBoxOptions, second?: MessageBoxOptions) => {
      this.questions.push(second ?? (first as MessageBoxOptions))
      return { response: this.choice }
    },
    showOpenDialog: async (_window: unknown, _options: OpenDialogOptions) => {
      return { canceled: this.chosen.length === 0, filePaths: this.chosen }
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
