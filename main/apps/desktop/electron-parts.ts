import type {
  BrowserWindowConstructorOptions,
  ContextMenuParams as FullContextMenuParams,
  CustomScheme,
  ForkOptions,
  MenuItemConstructorOptions,
  Rectangle,
  Session,
  MessageBoxOptions,
  OpenDialogOptions,
  SaveDialogOptions,
} from 'electron'

/** What Janus uses of `electron`. The compiler checks it where the real module is passed in. */
export interface ElectronParts {
  readonly app: AppPart
  readonly BrowserWindow: new (options: BrowserWindowConstructorOptions) => WindowPart
  readonly Menu: {
    buildFromTemplate(template: MenuItemConstructorOptions[]): MenuPart
    setApplicationMenu(menu: MenuPart | null): void
  }
  readonly Tray: new (icon: string) => TrayPart
  readonly clipboard: { writeText(text: string): void }
  readonly dialog: DialogPart
  readonly ipcMain: {
    handle(channel: string, listener: (event: AskEvent, ...args: unknown[]) => unknown): void
  }
  readonly nativeTheme: {
    themeSource: 'system' | 'light' | 'dark'
    readonly shouldUseDarkColors: boolean
    readonly on: On<{ updated: () => void }>
  }
  readonly powerMonitor: { readonly on: On<PowerEvents> }
  readonly protocol: {
    registerSchemesAsPrivileged(schemes: CustomScheme[]): void
    handle(scheme: string, handler: (request: Request) => Promise<Response>): void
  }
  readonly screen: { getAllDisplays(): { readonly workArea: Rectangle }[] }
  readonly session: { readonly defaultSession: SessionPart }
  readonly shell: { openExternal(url: string): Promise<void> }
  readonly utilityProcess: {
    fork(path: string, args?: string[], options?: ForkOptions): ChildPart
  }
}

export interface ChildPart {
  readonly pid: number | undefined
  readonly on: On<{ message: (message: unknown) => void; exit: (code: number) => void }>
  postMessage(message: unknown): void
  kill(): boolean
}

export interface MenuPart {
  popup(options?: { window?: AnyWindow }): void
}

export interface TrayPart {
  readonly on: On<{ click: () => void }>
  setToolTip(words: string): void
  setContextMenu(menu: MenuPart | null): void
  destroy(): void
}

export interface AppPart {
  readonly isPackaged: boolean
  readonly commandLine: {
    hasSwitch(name: string): boolean
    getSwitchValue(name: string): string
    appendSwitch(name: string, value?: string): void
  }
  readonly on: On<AppEvents>
  enableSandbox(): void
  requestSingleInstanceLock(): boolean
  releaseSingleInstanceLock(): void
  setPath(name: 'userData', path: string): void
  whenReady(): Promise<void>
  getPreferredSystemLanguages(): string[]
  setBadgeCount(count?: number): boolean
  relaunch(options?: { args?: string[] }): void
  quit(): void
  exit(code?: number): void
}

export interface WindowPart {
  readonly webContents: ContentsPart
  readonly on: On<WindowEvents>
  loadURL(url: string): Promise<void>
  getNormalBounds(): Rectangle
  isMaximized(): boolean
  maximize(): void
  isMinimized(): boolean
  isDestroyed(): boolean
  isVisible(): boolean
  isFocused(): boolean
  restore(): void
  show(): void
  hide(): void
  focus(): void
  destroy(): void
  flashFrame(flag: boolean): void
  setBackgroundColor(color: string): void
}

export type AnyWindow = Pick<WindowPart, 'focus' | 'show' | 'hide'>

export interface ContentsPart extends Sender {
  readonly on: On<ContentsEvents>
  readonly once: On<ContentsEvents>
  readonly session: { addWordToSpellCheckerDictionary(word: string): boolean }
  setWindowOpenHandler(handler: () => { action: 'deny' }): void
  send(channel: string, ...args: unknown[]): void
  isDestroyed(): boolean
  forcefullyCrashRenderer(): void
  executeJavaScript(script: string): Promise<unknown>
  setWebRTCIPHandlingPolicy(policy: 'disable_non_proxied_udp'): void
  replaceMisspelling(word: string): void
  inspectElement(x: number, y: number): void
}

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
      permission: ElectronPermission,
      callback: (granted: boolean) => void,
      details: { requestingUrl?: string },
    ) => void,
  ): void
  setPermissionCheckHandler(
    handler: (contents: unknown, permission: ElectronPermission, origin: string) => boolean,
  ): void
  setDevicePermissionHandler(handler: () => boolean): void
  setDisplayMediaRequestHandler(handler: (request: unknown, callback: (streams: null) => void) => void): void
  setBluetoothPairingHandler(
    handler: (details: unknown, callback: (response: { confirmed: boolean }) => void) => void,
  ): void
  readonly storagePath: string | null
  readonly availableSpellCheckerLanguages: string[]
  setSpellCheckerEnabled(enabled: boolean): void
  setSpellCheckerLanguages(languages: string[]): void
  setProxy(config: { proxyRules: string; proxyBypassRules: string }): Promise<void>
}

/** All permissions in Electron's own types. */
export type ElectronPermission = Parameters<
  NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>
>[1]

export type ContextMenuParams = Pick<
  FullContextMenuParams,
  | 'editFlags'
  | 'isEditable'
  | 'selectionText'
  | 'linkURL'
  | 'misspelledWord'
  | 'dictionarySuggestions'
  | 'x'
  | 'y'
>

export interface FramePart {
  readonly url: string
  readonly processId: number
  readonly frameToken: string
  readonly parent: object | null
}

export interface Sender {
  readonly mainFrame: FramePart
}

/** `senderFrame` is null once the page has navigated away. */
export interface AskEvent {
  readonly sender: ContentsPart
  readonly senderFrame: FramePart | null
}

export interface Preventable {
  preventDefault(): void
}

interface Navigation extends Preventable {
  readonly url: string
  readonly isMainFrame: boolean
}

/** A shutdown waits if the event is prevented, which Electron's types don't know. */
export interface PowerEvents {
  suspend: () => void
  resume: () => void
  shutdown: (event?: Preventable) => void
}

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

export interface WindowEvents {
  close: (event: Preventable) => void
  closed: () => void
  'ready-to-show': () => void
  hide: () => void
  unresponsive: () => void
  responsive: () => void
  'session-end': () => void
}

export interface ContentsEvents {
  'will-navigate': (event: Navigation) => void
  'will-frame-navigate': (event: Navigation) => void
  'will-redirect': (event: Navigation) => void
  'will-attach-webview': (event: Preventable) => void
  'select-bluetooth-device': (event: Preventable, devices: unknown, callback: (id: string) => void) => void
  'render-process-gone': (event: unknown, details: { reason: string; exitCode: number }) => void
  destroyed: () => void
  'did-finish-load': () => void
  'did-fail-load': (
    event: unknown,
    code: number,
    description: string,
    address: string,
    isMainFrame: boolean,
  ) => void
  'did-navigate': (event: unknown, address: string) => void
  'context-menu': (event: unknown, params: ContextMenuParams) => void
}

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

export type On<E> = Both<{ [K in keyof E]: (event: K, listener: E[K]) => unknown }[keyof E]>
type Both<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer All) => void ? All : never

interface DialogPart {
  showMessageBox(window: AnyWindow, options: MessageBoxOptions): Promise<{ response: number }>
  showMessageBox(options: MessageBoxOptions): Promise<{ response: number }>
  showOpenDialog(
    window: AnyWindow,
    options: OpenDialogOptions,
  ): Promise<{ canceled: boolean; filePaths: string[] }>
  showSaveDialog(
    window: AnyWindow,
    options: SaveDialogOptions,
  ): Promise<{ canceled: boolean; filePath: string }>
}
