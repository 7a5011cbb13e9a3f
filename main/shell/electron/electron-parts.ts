import type {
  BrowserWindowConstructorOptions,
  CustomScheme,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  OpenDialogOptions,
  Rectangle,
  Session,
} from 'electron'

/**
 * What Janus uses of the `electron` module, and no more. The real module is handed in where the app starts, so the
 * compiler holds every line here to Electron's own types; tests hand in a stand-in.
 */
export interface ElectronParts {
  readonly app: AppPart
  readonly BrowserWindow: new (options: BrowserWindowConstructorOptions) => WindowPart
  readonly Menu: {
    buildFromTemplate(template: MenuItemConstructorOptions[]): object
    setApplicationMenu(menu: object | null): void
  }
  readonly dialog: {
    showMessageBox(window: AnyWindow, options: MessageBoxOptions): Promise<{ response: number }>
    showOpenDialog(
      window: AnyWindow,
      options: OpenDialogOptions,
    ): Promise<{ canceled: boolean; filePaths: string[] }>
    showErrorBox(title: string, content: string): void
  }
  readonly ipcMain: {
    handle(channel: string, listener: (event: AskEvent, ...args: unknown[]) => unknown): void
  }
  readonly nativeTheme: { themeSource: 'system' | 'light' | 'dark'; readonly shouldUseDarkColors: boolean }
  readonly powerMonitor: { readonly on: On<{ suspend: () => void; shutdown: () => void }> }
  readonly protocol: {
    registerSchemesAsPrivileged(schemes: CustomScheme[]): void
    handle(scheme: string, handler: (request: Request) => Promise<Response>): void
  }
  readonly screen: { getAllDisplays(): { readonly workArea: Rectangle }[] }
  readonly session: { readonly defaultSession: SessionPart }
  readonly shell: { openExternal(url: string): Promise<void> }
}

/** The application itself. */
export interface AppPart {
  readonly isPackaged: boolean
  readonly commandLine: { hasSwitch(name: string): boolean; appendSwitch(name: string): void }
  readonly on: On<AppEvents>
  enableSandbox(): void
  requestSingleInstanceLock(): boolean
  setPath(name: 'userData', path: string): void
  whenReady(): Promise<void>
  setBadgeCount(count?: number): boolean
  relaunch(options?: { args?: string[] }): void
  quit(): void
  exit(code?: number): void
}

/** One window. */
export interface WindowPart {
  readonly webContents: ContentsPart
  readonly on: On<WindowEvents>
  loadURL(url: string): Promise<void>
  getNormalBounds(): Rectangle
  isMaximized(): boolean
  maximize(): void
  isMinimized(): boolean
  isDestroyed(): boolean
  restore(): void
  show(): void
  hide(): void
  focus(): void
}

/** A window as a dialog stands over it. */
export type AnyWindow = Pick<WindowPart, 'focus' | 'show' | 'hide'>

/** What a window shows. */
export interface ContentsPart extends Sender {
  readonly on: On<ContentsEvents>
  setWindowOpenHandler(handler: () => { action: 'deny' }): void
  send(channel: string, ...args: unknown[]): void
  isDestroyed(): boolean
  forcefullyCrashRenderer(): void
  executeJavaScript(script: string): Promise<unknown>
}

/** The guards of everything a page may reach. */
export interface SessionPart {
  readonly on: On<SessionEvents>
  readonly webRequest: {
    onBeforeRequest(
      listener: (details: { url: string }, callback: (response: { cancel?: boolean }) => void) => void,
    ): void
  }
  setPermissionRequestHandler(
    handler: (
      contents: { getURL(): string },
      permission: Permission,
      callback: (granted: boolean) => void,
      details: { requestingUrl?: string },
    ) => void,
  ): void
  setPermissionCheckHandler(
    handler: (contents: unknown, permission: Permission, origin: string) => boolean,
  ): void
  setDevicePermissionHandler(handler: () => boolean): void
  setDisplayMediaRequestHandler(handler: (request: unknown, callback: (streams: null) => void) => void): void
  setBluetoothPairingHandler(
    handler: (details: unknown, callback: (response: { confirmed: boolean }) => void) => void,
  ): void
  setSpellCheckerEnabled(enabled: boolean): void
}

/** Every permission that Electron knows, from its own types. */
export type Permission = Parameters<NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>>[1]

/** A frame of a page. */
export interface Frame {
  readonly url: string
  readonly processId: number
  readonly frameToken: string
  readonly parent: object | null
}

/** The page that a request comes from. */
export interface Sender {
  readonly mainFrame: Frame
}

/** A request from a page; its frame is null once it has gone elsewhere. */
export interface AskEvent {
  readonly sender: ContentsPart
  readonly senderFrame: Frame | null
}

/** An event that can be stopped. */
export interface Preventable {
  preventDefault(): void
}

interface Navigation extends Preventable {
  readonly url: string
  readonly isMainFrame: boolean
}

/** What the application tells. */
export interface AppEvents {
  'second-instance': () => void
  'web-contents-created': (event: Preventable, contents: ContentsPart) => void
  'window-all-closed': () => void
  activate: () => void
  'before-quit': (event: Preventable) => void
  'will-quit': (event: Preventable) => void
  quit: (event: unknown, code: number) => void
  'certificate-error': (
    event: Preventable,
    contents: unknown,
    url: string,
    error: string,
    certificate: unknown,
    callback: (trusted: boolean) => void,
  ) => void
  login: (
    event: Preventable,
    contents: unknown,
    details: unknown,
    info: unknown,
    callback: (username?: string, password?: string) => void,
  ) => void
  'select-client-certificate': (
    event: Preventable,
    contents: unknown,
    url: string,
    list: unknown,
    callback: () => void,
  ) => void
  'child-process-gone': (event: unknown, details: { type: string; reason: string; exitCode: number }) => void
}

/** What a window tells. */
export interface WindowEvents {
  close: (event: Preventable) => void
  closed: () => void
  'ready-to-show': () => void
  unresponsive: () => void
  responsive: () => void
  'session-end': () => void
}

/** What a page tells. */
export interface ContentsEvents {
  'will-navigate': (event: Navigation) => void
  'will-frame-navigate': (event: Navigation) => void
  'will-redirect': (event: Navigation) => void
  'will-attach-webview': (event: Preventable) => void
  'select-bluetooth-device': (event: Preventable, devices: unknown, callback: (id: string) => void) => void
  'render-process-gone': (event: unknown, details: { reason: string; exitCode: number }) => void
  'did-finish-load': () => void
  'did-fail-load': (
    event: unknown,
    code: number,
    description: string,
    url: string,
    isMainFrame: boolean,
  ) => void
  destroyed: () => void
}

/** What a session tells. */
export interface SessionEvents {
  'will-download': (event: Preventable) => void
  'select-hid-device': (event: Preventable, details: unknown, callback: () => void) => void
  'select-usb-device': (event: Preventable, details: unknown, callback: () => void) => void
  'select-serial-port': (
    event: Preventable,
    ports: unknown,
    contents: unknown,
    callback: (id: string) => void,
  ) => void
}

/** `on` with one overload for each event of a table. */
export type On<E> = Both<{ [K in keyof E]: (event: K, listener: E[K]) => unknown }[keyof E]>
type Both<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer All) => void ? All : never
