import { isAbsolute } from 'node:path'
import type { AppEvents, AppPart } from '../electron-parts.ts'
import { Emitter, StandInEvent } from './emitter.ts'
import { ProcessGone, turn, type Life } from './life.ts'

interface Closable {
  isDestroyed(): boolean
  close(): boolean
  vanish(): void
}

/** Records calls; starts and ends like Electron. */
export class StandInApp extends Emitter<AppEvents> implements AppPart {
  isPackaged = false
  isFirst = true
  switches: string[] = []
  readonly calls: string[] = []
  badge = 0
  readonly commandLine = {
    hasSwitch: (name: string): boolean => this.switches.includes(name),
    getSwitchValue: (): string => '',
    appendSwitch: (name: string, value = ''): void => {
      this.calls.push(`--${name}=${value}`)
      this.switches.push(name)
    },
  }
  readonly #ready = Promise.withResolvers<undefined>()
  readonly #life: Life
  readonly #windows: readonly Closable[]
  #isQuitting = false

  constructor(life: Life, windows: readonly Closable[]) {
    super()
    this.#life = life
    this.#windows = windows
  }

  get exited(): Life['ended'] {
    return this.#life.ended
  }

  enableSandbox(): void {
    this.#life.wantNotReady('app.enableSandbox() can only be called before app is ready')
    this.calls.push('enableSandbox')
    this.switches = this.switches.filter((name) => name !== 'no-sandbox')
  }
  requestSingleInstanceLock(): boolean {
    this.calls.push('requestSingleInstanceLock')
    return this.isFirst
  }
  releaseSingleInstanceLock(): void {
    this.calls.push('releaseSingleInstanceLock')
  }
  setPath(name: 'userData', path: string): void {
    if (!isAbsolute(path)) throw new Error('Path must be absolute')
    this.calls.push(`setPath ${name} ${path}`)
  }
  async whenReady(): Promise<void> {
    await this.#ready.promise
    this.calls.push('ready')
  }
  readonly languages = ['de-DE', 'en-US', 'nn-NO']
  getPreferredSystemLanguages(): string[] {
    return this.languages
  }
  setBadgeCount(count = 0): boolean {
    this.badge = count
    return false
  }
  relaunch(): void {
    this.calls.push('relaunch')
  }

  /** Electron emits these only once ready; earlier is a mistake of the test. */
  override tell<K extends keyof AppEvents>(event: K, ...args: Parameters<AppEvents[K]>): void {
    this.#life.wantReady(`Electron tells nothing of ${event} before the app is ready.`)
    super.tell(event, ...args)
  }

  says<K extends keyof AppEvents>(event: K, ...args: Parameters<AppEvents[K]>): boolean {
    return this.emit(event, ...args)
  }

  becomeReady(): void {
    this.#life.phase = 'ready'
    this.#ready.resolve(undefined)
  }

  quit(): void {
    if (this.#isQuitting || this.#life.isGone) return
    const event = new StandInEvent()
    this.emit('before-quit', event)
    if (event.isStopped || this.#life.isGone) return
    this.#isQuitting = true
    const open = this.#windows.filter((window) => !window.isDestroyed())
    const isFree = open.map((window) => window.close()).every(Boolean)
    if (!isFree) this.#isQuitting = false
    else if (open.length === 0) this.#leave()
  }

  lastWindowClosed(): void {
    if (this.#isQuitting) this.#leave()
    else if (!this.emit('window-all-closed')) this.quit()
  }

  exit(code = 0): void {
    if (this.#life.isGone) return
    this.calls.push(`exit ${String(code)}`)
    const { phase } = this.#life
    if (phase === 'quitting') return
    if (phase === 'evaluating' || phase === 'ready') this.#life.end(code)
    // `exit` stops the entry at once. Promise callbacks still run here, unnoticed.
    if (phase === 'evaluating') throw new ProcessGone()
    if (phase === 'ready') return
    this.#life.phase = 'quitting'
    this.#isQuitting = true
    for (const window of this.#windows) window.vanish()
    this.#end(code)
  }

  #leave(): void {
    const event = new StandInEvent()
    this.#life.phase = 'quitting'
    this.emit('will-quit', event)
    if (!event.isStopped) return this.#end(0)
    this.#life.phase = 'running'
    this.#isQuitting = false
  }

  /** The process ends a turn later; code still runs until then. */
  #end(code: number): void {
    this.emit('quit', {}, code)
    void turn().then(() => this.#life.end(code))
  }
}

type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'
const signals: readonly Signal[] = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** As on POSIX: at `ready` Electron replaces Node's handlers, and gives each back after one signal. */
export class StandInSignals {
  readonly #life: Life
  readonly #app: StandInApp
  readonly #listeners = new Map<Signal, (() => void)[]>()
  readonly #hears = new Map<Signal, 'node' | 'electron'>()
  #hasAsked = false

  constructor(life: Life, app: StandInApp) {
    this.#life = life
    this.#app = app
  }

  on(signal: Signal, listener: () => void): void {
    const listeners = this.#listeners.get(signal)
    if (listeners === undefined) this.#hears.set(signal, 'node')
    this.#listeners.set(signal, [...(listeners ?? []), listener])
  }

  takeOver(): void {
    for (const signal of signals) this.#hears.set(signal, 'electron')
  }

  raise(signal: Signal): void {
    const hears = this.#hears.get(signal)
    if (hears === undefined) return this.#life.end(signal)
    if (hears === 'node') for (const listener of this.#listeners.get(signal) ?? []) listener()
    else {
      this.#hears.delete(signal)
      if (!this.#hasAsked) this.#app.quit()
      this.#hasAsked = true
    }
  }
}
