import type { ContentsEvents, ContentsPart, FramePart } from '../electron-parts.ts'
import { Emitter, StandInEvent } from './emitter.ts'
import { Life, turn } from './life.ts'

const disposed = 'Render frame was disposed before WebFrameMain could be accessed'

export class StandInContents extends Emitter<ContentsEvents> implements ContentsPart {
  readonly sent: unknown[][] = []
  isGone = false
  webRtc = ''
  readonly words: string[] = []
  readonly session = { addWordToSpellCheckerDictionary: (word: string) => this.words.push(word) > 0 }
  openWindow: (() => { action: 'deny' }) | null = null
  run: (script: string) => Promise<unknown> = () => Promise.reject(new Error('There is no page to run it.'))
  readonly #life: Life
  #frame: FramePart
  #dispose: () => void = () => undefined
  #isDead = false
  #isUnwinding = false

  constructor(life = new Life()) {
    super()
    this.#life = life
    this.#frame = this.#frameOf('app://janus/')
  }

  get mainFrame(): FramePart {
    if (this.#isDead) throw new Error(disposed)
    return this.#frame
  }
  set mainFrame(frame: FramePart) {
    this.#frame = frame
  }

  setWindowOpenHandler(handler: () => { action: 'deny' }): void {
    this.openWindow = handler
  }

  /** Never throws; failures are only logged, as in Electron. */
  send(channel: string, ...args: unknown[]): void {
    if (this.isGone) return
    try {
      if (this.#isDead) throw new Error(disposed)
      this.sent.push([channel, ...cloned(args, 'Failed to serialize arguments')])
    } catch (error) {
      this.#life.logged.push(`Error sending from webFrameMain: ${String(error)}`)
    }
  }

  isDestroyed(): boolean {
    return this.isGone
  }

  setWebRTCIPHandlingPolicy(policy: string): void {
    this.webRtc = policy
  }

  replaceMisspelling(word: string): void {
    this.words.push(word)
  }

  inspectElement(): void {}

  executeJavaScript(script: string): Promise<unknown> {
    return this.run(script)
  }

  forcefullyCrashRenderer(): void {
    this.crash('crashed', 11)
  }

  /** Kills the page's process; the event follows a task later. */
  crash(reason: string, exitCode: number): void {
    void turn().then(() => {
      this.#isDead = true
      this.#dispose()
      this.emit('render-process-gone', {}, { reason, exitCode })
    })
  }

  /** A navigation by the page itself; returns whether it is allowed. */
  wants(url: string, isMainFrame: boolean): boolean {
    // Electron emits no events for it.
    if (url === 'about:blank') return true
    const event = Object.assign(new StandInEvent(), { url, isMainFrame })
    this.emit('will-frame-navigate', event)
    if (isMainFrame) this.emit('will-navigate', event)
    return !event.isStopped
  }

  arrive(url: string): void {
    this.#isDead = false
    this.#dispose()
    this.#frame = this.#frameOf(url)
    this.emit('did-navigate', {}, url)
  }

  says<K extends keyof ContentsEvents>(event: K, ...args: Parameters<ContentsEvents[K]>): void {
    this.emit(event, ...args)
  }

  /** Until the next task, code runs inside Chromium's end of an aborted load. */
  unwind(): void {
    this.#isUnwinding = true
    // Covers microtasks and ticks of this turn.
    let hops = 0
    const hop = (): void => {
      hops++
      if (hops === 100) process.nextTick(hop)
      else if (hops < 200) queueMicrotask(hop)
      else this.#isUnwinding = false
    }
    queueMicrotask(hop)
  }

  /** Ends the process if the page is used during `unwind`, as Electron crashes. */
  isFatal(): boolean {
    if (this.#isUnwinding) this.#life.end('SIGSEGV')
    return this.#isUnwinding
  }

  #frameOf(url: string): FramePart {
    let isDisposed = false
    this.#dispose = () => (isDisposed = true)
    return {
      get url(): string {
        if (isDisposed) throw new Error(disposed)
        return url
      },
      processId: 4,
      frameToken: 'top',
      parent: null,
    }
  }
}

/** Throws an error with this message when the value can't be cloned. */
export function cloned<T>(value: T, words: string): T {
  try {
    return structuredClone(value)
  } catch {
    throw new Error(words)
  }
}
