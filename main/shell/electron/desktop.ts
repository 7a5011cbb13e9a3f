import { refusal } from '../../adapters/http/refusals.ts'
import type { Janus } from '../compose.ts'
import type { Host } from '../host.ts'
import { followFeed } from './attention.ts'
import type { ElectronParts } from './electron-parts.ts'
import { guardApp, guardSession } from './guards.ts'
import { serveWindow } from './ipc.ts'
import { openPage } from './links.ts'
import { menuTemplate } from './menu.ts'
import { startPage } from './policy.ts'
import { scheme, serveFiles } from './protocol.ts'
import { Scene } from './scene.ts'
import { go, openWindow, type OpenedWindow } from './window.ts'

/** What the desktop shell is started with. */
export interface ShellOptions {
  /** The state folder, made and checked. */
  readonly folder: string
  /** Folder of Electron's own files; its single-instance lock is about this folder. */
  readonly profile: string
  readonly files: { readonly renderer: string; readonly preload: string; readonly icon: string }
  readonly platform: NodeJS.Platform
  /** Starts the person's own Janus or the rehearsal beside it, with what the desktop can do. */
  readonly compose: (which: 'own' | 'rehearsal', host: Host) => Promise<Janus>
  /** Whether a rehearsal can be begun beside the own one. */
  readonly canRehearse: boolean
  readonly now: () => number
  readonly log: (line: string) => void
  /** Whether the person would not wait for the end: then the process is ended from elsewhere. */
  readonly isHurried: () => boolean
  /** Told of each Janus that is shown from now on. */
  readonly started: (janus: Janus) => void
}

/** Switches that open the app to a debugger; a packaged one does not start with them. */
const debugging = ['inspect', 'inspect-brk', 'inspect-port', 'remote-debugging-port', 'remote-debugging-pipe']
/** The exit code when Janus could not be started and has said why. */
const notStarted = 3

/** The desktop shell over the `electron` module that it is handed. Resolves once the window is open. */
export async function createShell(electron: ElectronParts, options: ShellOptions): Promise<void> {
  const { app, protocol } = electron
  app.enableSandbox()
  protocol.registerSchemesAsPrivileged([scheme])
  app.setPath('userData', options.profile)
  const isDebugged = app.isPackaged && debugging.some((name) => app.commandLine.hasSwitch(name))
  // Somebody else holds the lock: that one comes to the front by itself.
  if (isDebugged || !app.requestSingleInstanceLock()) return app.exit(isDebugged ? notStarted : 0)
  guardApp(app)
  const shell = new Desktop(electron, options)
  shell.listen()
  await app.whenReady()
  await shell.begin()
}

/** The running shell: one window over the Janus that is shown. */
class Desktop {
  readonly #electron: ElectronParts
  readonly #options: ShellOptions
  readonly #scene: Scene
  #opened: OpenedWindow | null = null
  #window: { leave: () => void } | null = null
  #ending = false
  #leaveFeed: () => void = () => undefined

  constructor(electron: ElectronParts, options: ShellOptions) {
    this.#electron = electron
    this.#options = options
    this.#scene = new Scene({
      start: (which) => options.compose(which, this.#host()),
      changed: (janus) => this.#show(janus),
    })
  }

  /** What may come before all is ready: another start, a quit. Nothing of the other start's words is used. */
  listen(): void {
    const { app } = this.#electron
    app.on('second-instance', () => this.#toFront())
    app.on('activate', () => this.#toFront())
    app.on('window-all-closed', () => {
      if (this.#options.platform !== 'darwin') app.quit()
    })
    app.on('before-quit', (event) => {
      event.preventDefault()
      this.#end(0)
    })
    app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
      this.#options.log(`${type}: ended (${reason}, ${String(exitCode)})`)
    })
  }

  async begin(): Promise<void> {
    const { app, dialog, Menu, powerMonitor, protocol, session } = this.#electron
    const { files, log, platform, canRehearse } = this.#options
    guardSession(session.defaultSession, !app.isPackaged)
    protocol.handle('app', serveFiles(files.renderer))
    this.#window = serveWindow(this.#electron, { shown: () => this.#scene.shown, log })
    powerMonitor.on('shutdown', () => app.quit())
    const rehearse = canRehearse ? () => void this.#rehearse().catch(() => undefined) : null
    Menu.setApplicationMenu(
      Menu.buildFromTemplate(menuTemplate({ platform, isPackaged: app.isPackaged, rehearse })),
    )
    try {
      await this.#scene.open()
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error)
      log(words)
      dialog.showErrorBox('Janus could not be started', words)
      this.#end(notStarted)
      return
    }
    if (!this.#ending) this.#open()
  }

  #host(): Host {
    const { dialog } = this.#electron
    return {
      kind: 'desktop',
      chooseFolder: async () => {
        const options = { properties: ['openDirectory' as const, 'createDirectory' as const] }
        const { canceled, filePaths } = await dialog.showOpenDialog(this.#inView(), options)
        return canceled ? null : (filePaths[0] ?? null)
      },
      openPage: (address) => openPage(this.#electron, this.#inView(), address),
      ...(this.#options.canRehearse ? { rehearse: () => this.#rehearse() } : {}),
    }
  }

  async #rehearse(): Promise<null> {
    await this.#scene.rehearse()
    return null
  }

  /** The window, for a dialog over it. */
  #inView() {
    if (this.#opened === null) throw refusal('unavailable', 'The window is not open.')
    return this.#opened.window
  }

  /** Another Janus: the badge and the colours follow it, and the window begins anew with its feed. */
  #show(janus: Janus): void {
    this.#window?.leave()
    this.#leaveFeed()
    this.#leaveFeed = followFeed(this.#electron, janus.feed)
    this.#options.started(janus)
    if (this.#opened !== null) go(this.#opened.window, startPage, this.#options.log)
  }

  #open(): void {
    const { folder, files, now, log } = this.#options
    const opened = openWindow(this.#electron, { folder, ...files, now, log })
    this.#opened = opened
    opened.window.on('closed', () => {
      this.#opened = null
      this.#window?.leave()
    })
    // Windows says so when it is about to end us, and does not wait long.
    opened.window.on('session-end', () => this.#end(0))
  }

  #toFront(): void {
    const { shown } = this.#scene
    if (shown === null) return
    if (this.#opened === null) return this.#open()
    const { window } = this.#opened
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }

  /** Ends every process of ours, then the app. A second time changes nothing: the first has its own limits. */
  #end(code: number): void {
    if (this.#ending) return
    this.#ending = true
    this.#opened?.remember()
    this.#opened?.window.hide()
    this.#window?.leave()
    this.#leaveFeed()
    this.#scene.close().then(
      () => {
        if (!this.#options.isHurried()) this.#electron.app.exit(code)
      },
      (error: unknown) => {
        this.#options.log(error instanceof Error ? error.message : String(error))
        this.#electron.app.exit(1)
      },
    )
  }
}
