import type {
  BrowserWindowConstructorOptions,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  OpenDialogOptions,
  Rectangle,
  SaveDialogOptions,
} from 'electron'
import type {
  AnyWindow,
  AskEvent,
  ChildPart,
  ElectronParts,
  MenuPart,
  TrayPart,
  WindowPart,
} from '../electron-parts.ts'
import { StandInApp, StandInSignals } from './app-stand-in.ts'
import { cloned } from './contents-stand-in.ts'
import { Life, ProcessGone, turn } from './life.ts'
import { StandInNetwork, type StandInSession } from './session-stand-in.ts'
import { StandInWindow } from './window-stand-in.ts'
import { Emitter, StandInEvent } from './emitter.ts'

const uncloneable = 'An object could not be cloned.'

type AskListener = (event: AskEvent, ...args: unknown[]) => unknown

/** Janus's part of `electron` in memory, with Electron's rules: docs/electron.md, facts/. */
export class ElectronStandIn implements ElectronParts {
  readonly life = new Life()
  readonly windows: StandInWindow[] = []
  readonly app = new StandInApp(this.life, this.windows)
  readonly signals = new StandInSignals(this.life, this.app)
  readonly network = new StandInNetwork(this.life)
  readonly channels = new Map<string, AskListener>()
  readonly opened: string[] = []
  readonly copied: string[] = []
  readonly trays: StandInTray[] = []
  fork: () => ChildPart = () => {
    throw new Error('There is no core here.')
  }
  readonly questions: MessageBoxOptions[] = []
  choice = 0
  chosen: string[] = []
  saving: SaveDialogOptions | null = null
  menu: MenuItemConstructorOptions[] = []
  readonly popups: MenuItemConstructorOptions[][] = []
  screens: Rectangle[] = [{ x: 0, y: 0, width: 1920, height: 1080 }]
  /** Whether windows draw their pages and emit `ready-to-show`. */
  isDrawn = true
  readonly BrowserWindow: ElectronParts['BrowserWindow']
  readonly Tray: ElectronParts['Tray']
  readonly nativeTheme = new StandInTheme()
  readonly powerMonitor = new StandInPower()
  readonly protocol = this.network.protocol

  constructor() {
    const { app, life, windows, network, trays } = this
    const around = {
      life,
      isDrawn: () => this.isDrawn,
      load: (address: string) => network.load(address),
      closed: () => {
        if (windows.every((window) => window.isDestroyed())) app.lastWindowClosed()
      },
    }
    this.Tray = class extends StandInTray {
      constructor() {
        super(life, trays)
      }
    }
    this.BrowserWindow = class extends StandInWindow implements WindowPart {
      constructor(options: BrowserWindowConstructorOptions) {
        super(options, around)
        windows.push(this)
        app.says('web-contents-created', { preventDefault: () => undefined }, this.webContents)
      }
    }
  }

  readonly Menu = {
    buildFromTemplate: (template: MenuItemConstructorOptions[]) => ({
      template,
      popup: () => void this.popups.push(template),
    }),
    setApplicationMenu: (menu: MenuPart | null): void => {
      this.menu = (menu as (MenuPart & { template: MenuItemConstructorOptions[] }) | null)?.template ?? []
    },
  }
  readonly clipboard = { writeText: (text: string): void => void this.copied.push(text) }
  readonly utilityProcess = {
    fork: (): ChildPart => {
      if (this.life.phase === 'evaluating') {
        this.life.end('SIGSEGV')
        throw new ProcessGone()
      }
      return this.fork()
    },
  }
  readonly dialog = {
    showMessageBox: (first: AnyWindow | MessageBoxOptions, second?: MessageBoxOptions) => {
      this.questions.push(this.#optionsOf(first, second))
      return Promise.resolve({ response: this.choice })
    },
    showOpenDialog: (first: AnyWindow | OpenDialogOptions, second?: OpenDialogOptions) => {
      this.#optionsOf(first, second)
      return Promise.resolve({ canceled: this.chosen.length === 0, filePaths: this.chosen })
    },
    showSaveDialog: (first: AnyWindow | SaveDialogOptions, second?: SaveDialogOptions) => {
      this.saving = this.#optionsOf(first, second)
      const [filePath = ''] = this.chosen
      return Promise.resolve({ canceled: filePath === '', filePath })
    },
  }
  readonly ipcMain = {
    handle: (channel: string, listener: AskListener): void => {
      if (this.channels.has(channel)) {
        throw new Error(`Attempted to register a second handler for '${channel}'`)
      }
      this.channels.set(channel, listener)
    },
  }
  readonly screen = {
    getAllDisplays: () => {
      this.life.wantReady("The 'screen' module can't be used before the app 'ready' event")
      return this.screens.map((workArea) => ({ workArea }))
    },
  }
  readonly shell = {
    openExternal: async (address: string): Promise<void> => {
      this.opened.push(address)
    },
  }
  readonly session = this.#sessions()

  get window(): StandInWindow {
    const window = this.windows.at(-1)
    if (!window) throw new Error('There is no window.')
    return window
  }

  /** Evaluates an entry and awaits its promise; an entry that awaits `ready` never ends. */
  async start(entry: () => unknown): Promise<void> {
    try {
      await entry()
    } catch (error) {
      if (!(error instanceof ProcessGone)) throw error
    }
    if (this.life.isGone) return
    this.signals.takeOver()
    this.app.becomeReady()
    await turn()
    if (!this.life.isGone) this.life.phase = 'running'
  }

  open(options: BrowserWindowConstructorOptions = {}): StandInWindow {
    new this.BrowserWindow(options)
    return this.window
  }

  /** Invokes a channel as a frame of the window, by default its top frame. */
  async ask(channel: string, args: unknown[], event: AskEvent = this.window.event()): Promise<unknown> {
    const given = cloned(args, uncloneable)
    // Only an error's message crosses IPC.
    return this.#answer(channel, event, given).catch((error: unknown) => {
      throw new Error(`Error invoking remote method '${channel}': ${String(error)}`)
    })
  }

  async #answer(channel: string, event: AskEvent, given: unknown[]): Promise<unknown> {
    const listener = this.channels.get(channel)
    if (!listener) throw new Error(`No handler registered for '${channel}'`)
    return cloned(await listener(event, ...given), uncloneable)
  }

  #optionsOf<T extends object>(first: AnyWindow | T, second: T | undefined): T {
    this.life.wantReady('dialog module can only be used after app is ready')
    if (!(first instanceof StandInWindow)) return first as T
    if (second === undefined) throw new TypeError('Options are missing.')
    return second
  }

  #sessions(): { readonly defaultSession: StandInSession } {
    const { network } = this
    return {
      get defaultSession() {
        return network.defaultSession
      },
    }
  }
}

/** A shutdown event can be prevented, although Electron's types don't say so. */
interface PowerEvents {
  suspend: () => void
  resume: () => void
  shutdown: (event: { preventDefault(): void }) => void
}

/** As on Linux: `shutdown` is emitted only if any other event already had a listener. */
class StandInPower extends Emitter<PowerEvents> {
  #isBegun = false
  #hearsShutdown = false

  protected override listened(event: keyof PowerEvents): void {
    if (this.#isBegun && event === 'shutdown') this.#hearsShutdown = true
    this.#isBegun = true
  }

  wakeUp(): void {
    this.emit('resume')
  }

  /** Returns whether the shutdown waits for the app. */
  shutDown(): 'held' | 'let go' {
    const event = new StandInEvent()
    if (this.#hearsShutdown) this.emit('shutdown', event)
    return event.isStopped ? 'held' : 'let go'
  }
}

class StandInTheme extends Emitter<{ updated: () => void }> {
  themeSource: 'system' | 'light' | 'dark' = 'system'
  shouldUseDarkColors = true
}

class StandInTray extends Emitter<{ click: () => void }> implements TrayPart {
  readonly #all: StandInTray[]

  constructor(life: Life, all: StandInTray[]) {
    life.wantReady('Cannot create Tray before app is ready')
    super()
    this.#all = all
    all.push(this)
  }

  setToolTip(): void {}
  setContextMenu(): void {}
  destroy(): void {
    this.#all.splice(this.#all.indexOf(this), 1)
  }
}
