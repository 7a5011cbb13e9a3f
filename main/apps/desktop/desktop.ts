import { breakdownExitCode, quitOnSignals, type Signals } from '../shared/quitting.ts'
import { readLastView } from '../shared/last-view.ts'
import { CrashReports } from './crash-reports.ts'
import { CloseQuestion } from './closing.ts'
import { AppMenu, showContextMenu } from './menu.ts'
import type { HostCall } from './core-messages.ts'
import { CoreProcess, type CoreProcessOptions } from './core-process.ts'
import type { ElectronParts, WindowPart } from './electron-parts.ts'
import { chooseFile, chooseFolder, openPage } from './dialogs.ts'
import { guardSession } from './guards.ts'
import { serveWindow, type WindowFeed } from './ipc.ts'
import { startPage } from './policy.ts'
import { serveFiles } from './protocol.ts'
import { launcherLines } from './said.ts'
import { refuseStart, refusedWith } from './refused-start.ts'
import { type Which, WindowLifecycle } from './window-lifecycle.ts'
import { smoke } from './smoke.ts'
import { checkSpelling, systemDictionaries } from './spelling.ts'
import { go, type OpenedWindow, openWindow } from './window.ts'
import { Updates } from './updates/updates.ts'
import type { Updater } from './updates/updater.ts'
import type { UpdateState } from '../../contract/app/updates.ts'
import { keepNotices } from '../../server/app/notices.ts'
import { systemClock } from '../../adapters/system-clock.ts'
import { refusal } from '../../adapters/http/refusals.ts'

export interface ShellOptions {
  /** The state folder, created and checked, or why there is none. */
  readonly home: { readonly folder: string } | { readonly refused: string }
  /** Electron's `userData`; the single-instance lock belongs to it. */
  readonly profile: string
  readonly files: { readonly renderer: string; readonly preload: string; readonly icon: string }
  readonly platform: NodeJS.Platform
  readonly environment: NodeJS.ProcessEnv
  readonly core: (which: Which) => Pick<CoreProcessOptions, 'start' | 'fork'>
  readonly canRehearse: boolean
  /** Null when the publisher has no update feed. */
  readonly updater: () => Updater | null
  readonly signals: Signals
  readonly now: () => number
  readonly log: (line: string) => void
  readonly say: (line: string) => void
  /** Ends this process and has the app started again. */
  readonly startAgain: (extra?: readonly string[]) => void
}

export class Desktop {
  readonly #electron: ElectronParts
  readonly #options: ShellOptions
  readonly #lifecycle: WindowLifecycle
  readonly #closing: CloseQuestion
  readonly #gpu: CrashReports
  readonly #updates: Updates | null
  #opened: OpenedWindow | null = null
  #door: WindowFeed | null = null
  #ending = false
  #isHurried: () => boolean = () => false
  #menu: AppMenu | null = null
  #waiting = 0
  #isInstalling = false
  #code = 0
  readonly #seen = Promise.withResolvers<WindowPart>()
  /** All cores ever started; ended ones report no busy agents and close at once. */
  readonly #cores: CoreProcess[] = []

  constructor(electron: ElectronParts, options: ShellOptions) {
    this.#electron = electron
    this.#options = options
    this.#gpu = new CrashReports(options.now)
    this.#closing = new CloseQuestion(electron, {
      busy: () => this.#cores.flatMap((core) => [...core.busy()]),
      icon: options.files.icon,
      toFront: () => this.toFront(),
      log: options.log,
    })
    const updater = options.updater()
    this.#updates = updater && this.#updatesBy(updater)
    this.#lifecycle = new WindowLifecycle({
      start: (which) => this.#startCore(which),
      changed: (core) => this.#show(core),
    })
  }

  /** Handles events that may come before `boot`. Ignores the arguments of a second instance. */
  listen(): void {
    const { app } = this.#electron
    app.on('second-instance', () => this.toFront())
    app.on('activate', () => this.toFront())
    app.on('window-all-closed', () => {
      if (this.#options.platform !== 'darwin') app.quit()
    })
    app.on('before-quit', (event) => {
      // On macOS the system's updater quits the app.
      if (this.#isInstalling) return
      event.preventDefault()
      this.#end(this.#code)
    })
    app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
      this.#options.log(`${type}: ended (${reason}, ${String(exitCode)})`)
      if (type !== 'GPU' || reason === 'clean-exit' || this.#ending) return
      // Electron gives up after the sixth GPU crash.
      if (!this.#gpu.again() && !app.commandLine.hasSwitch('disable-gpu')) this.#restart(['--disable-gpu'])
    })
  }

  /** Starts core and window in parallel; until the core runs, the page shows the last view. */
  async boot(): Promise<void> {
    const { app, Menu, powerMonitor, protocol, session } = this.#electron
    const { home, files, platform, canRehearse, signals } = this.#options
    const { isHurried } = quitOnSignals(
      {
        running: () => this.#cores,
        quit: () => app.quit(),
        exit: (code) => app.exit(code),
        say: this.#options.say,
      },
      signals,
    )
    this.#isHurried = isHurried
    // Read first: the core deletes it when it starts.
    const last = 'folder' in home ? readLastView(home.folder, files.renderer) : null
    // Started first, so that its process starts while the window is created.
    const started = this.#lifecycle.open()
    guardSession(session.defaultSession, !app.isPackaged)
    protocol.handle('app', serveFiles(files.renderer))
    this.#door = serveWindow(this.#electron, {
      started: started.catch(() => undefined),
      last,
      shown: () => this.#lifecycle.shown,
      log: this.#options.log,
    })
    this.#open()
    // On Linux Electron reports `shutdown` only if another power event already has a listener.
    powerMonitor.on('suspend', () => undefined)
    powerMonitor.on('resume', () => {
      for (const core of this.#cores) core.awoke()
      this.#updates?.awoke()
    })
    powerMonitor.on('shutdown', (event) => {
      event?.preventDefault()
      app.quit()
    })
    const rehearse = canRehearse ? () => void this.#lifecycle.rehearse().catch(() => undefined) : null
    const command = (name: string) => this.#door?.command(name)
    this.#menu = new AppMenu(Menu, { platform, isPackaged: app.isPackaged, rehearse, command })
    checkSpelling(this.#electron, { platform, dictionaries: systemDictionaries, log: this.#options.log })
    try {
      await started
    } catch (error) {
      if (this.#ending) return
      const words = error instanceof Error ? error.message : String(error)
      await refuseStart(this.#electron, this.#options, refusedWith(words))
    }
  }

  toFront(): void {
    if (this.#ending || this.#door === null) return
    if (this.#opened === null) return this.#open()
    const { window } = this.#opened
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }

  /** Runs the smoke test, which quits the app. */
  smoke(ready: Promise<void>): Promise<void> {
    const { say } = this.#options
    const window = ready.then(() => this.#seen.promise)
    return smoke({ electron: this.#electron, window, say }, (isWell) => {
      this.#code = isWell ? 0 : 1
    })
  }

  async abort(): Promise<void> {
    this.#ending = true
    await Promise.allSettled(this.#cores.map((core) => core.abort()))
  }

  async #startCore(which: Which): Promise<CoreProcess> {
    const core = new CoreProcess({
      ...this.#options.core(which),
      now: this.#options.now,
      log: this.#options.log,
      call: async (call) => (call.method === 'restart' ? core.restart() : this.#call(call)),
      update: () => this.#updates?.state ?? null,
      changed: () => {
        this.#showSummary()
        if (which === 'own') this.#updates?.enable(core.summary.checkForUpdates)
        this.#updates?.workingChanged()
      },
      again: () => this.#show(core),
      down: (words) => void this.#stayDown(words),
    })
    this.#cores.push(core)
    await core.start()
    return core
  }

  #showSummary(): void {
    const { shown } = this.#lifecycle
    if (shown === null) return
    const { waiting, theme, keys } = shown.summary
    this.#electron.nativeTheme.themeSource = theme
    this.#menu?.show(keys)
    if (waiting !== this.#waiting) this.#showWaiting(waiting)
  }

  /** Shows the count on the badge and, when it grew, flashes the taskbar. */
  #showWaiting(waiting: number): void {
    const isMore = waiting > this.#waiting
    this.#waiting = waiting
    this.#electron.app.setBadgeCount(waiting)
    const window = this.#opened?.window
    // Don't flash when the window is focused or the count went down.
    if (window && !window.isDestroyed()) window.flashFrame(isMore && !window.isFocused())
  }

  async #call(call: Exclude<HostCall, { method: 'restart' }>): Promise<unknown> {
    switch (call.method) {
      case 'chooseFolder':
        return chooseFolder(this.#electron, this.#inView())
      case 'chooseFile':
        return chooseFile(this.#electron, this.#inView(), call.name)
      case 'openPage':
        return openPage(this.#electron, this.#inView(), call.address)
      case 'rehearse':
        await this.#lifecycle.rehearse()
        return null
      case 'toFront':
        return this.toFront()
      case 'checkForUpdates':
        await this.#updates?.check()
        return this.#updates?.state
      case 'restartToUpdate':
        this.#updates?.restart(call.when)
        return this.#updates?.state
    }
  }

  #updatesBy(updater: Updater): Updates {
    const { log } = this.#options
    return new Updates({
      updater,
      now: systemClock.now,
      after: systemClock.after,
      working: () => this.#cores.flatMap((core) => core.busy()).length,
      changed: (state: UpdateState) => {
        for (const core of this.#cores) core.updateChanged(state)
      },
      install: () => this.#end(0, () => void this.#install(updater)),
      log,
    })
  }

  /** Runs after all processes have ended. If the installation fails, this version starts again. */
  async #install(updater: Updater): Promise<void> {
    const { home, log, startAgain } = this.#options
    this.#isInstalling = true
    try {
      await updater.install()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const words = `The update was not installed: ${reason}. Nothing is lost; Restart to update tries again.`
      log(words)
      if ('folder' in home) keepNotices(home.folder, [words], log)
      startAgain()
    }
  }

  #inView(): WindowPart {
    if (this.#opened === null) throw refusal('unavailable', 'The window is not open.')
    return this.#opened.window
  }

  /** Shows another Janus, or a restarted one; the window subscribes again. */
  #show(core: CoreProcess): void {
    this.#options.say(`agents API: ${core.apiUrl}`)
    this.#showSummary()
    if (this.#door?.follow() === false && this.#opened !== null) {
      go(this.#opened.window, startPage, this.#options.log)
    }
  }

  #open(): void {
    const { home, files, now, log, say, environment, platform } = this.#options
    if ('refused' in home) return
    const opened = openWindow(this.#electron, {
      folder: home.folder,
      ...files,
      now,
      log,
      isWayland: platform === 'linux' && this.#isWayland(environment),
      shown: () => {
        say(launcherLines.window)
        this.#seen.resolve(opened.window)
      },
      hopeless: () => this.#restart(),
    })
    this.#opened = opened
    showContextMenu(this.#electron, opened.window)
    opened.window.on('close', (event) => {
      if (!this.#ending) this.#closing.ask(event, opened.window)
    })
    opened.window.on('closed', () => {
      this.#opened = null
      this.#door?.leave()
    })
    // Windows sends this before it ends the process, and doesn't wait long.
    opened.window.on('session-end', () => this.#end(0))
  }

  #isWayland({ WAYLAND_DISPLAY: display }: NodeJS.ProcessEnv): boolean {
    return Boolean(display) && this.#electron.app.commandLine.getSwitchValue('ozone-platform') !== 'x11'
  }

  async #stayDown(words: string): Promise<void> {
    if (this.#ending) return
    this.#options.log(words)
    const { response } = await this.#electron.dialog
      .showMessageBox({
        type: 'error',
        message: 'Janus broke down',
        detail: `${words} Nothing that was said is lost.`,
        buttons: ['Start it again', 'Quit'],
        cancelId: 1,
        noLink: true,
      })
      .catch(() => ({ response: 1 }))
    if (response === 0) this.#restart()
    else this.#end(breakdownExitCode)
  }

  #restart(extra: readonly string[] = []): void {
    if (this.#ending) return
    void this.abort().then(() => this.#options.startAgain(extra))
  }

  /** Ends all processes, then the app. Only the first call has an effect. */
  #end(code: number, last = () => this.#electron.app.exit(code)): void {
    if (this.#ending) return
    this.#ending = true
    this.#opened?.remember()
    this.#door?.leave()
    this.#closing.end()
    this.#updates?.end()
    // A start from now on must not be handed to this instance.
    this.#electron.app.releaseSingleInstanceLock()
    this.#opened?.window.destroy()
    this.#lifecycle.close().then(
      () => {
        if (!this.#isHurried()) last()
      },
      (error: unknown) => {
        this.#options.log(error instanceof Error ? error.message : String(error))
        this.#electron.app.exit(1)
      },
    )
  }
}
