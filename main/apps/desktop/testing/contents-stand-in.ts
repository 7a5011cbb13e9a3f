import type { ContentsEvents, ContentsPart, FramePart } from '../electron-parts.ts'
import { Emitter, StandInEvent } from './emitter.ts'
import { Life, turn } from './life.ts'

const disposed = 'Render frame was disposed before WebFrameMain could be accessed'

/** A page: what it was sent, and what it may open. */
export class StandInContents extends Emitter<ContentsEvents> implements ContentsPart {
  readonly sent: unknown[][] = []
  isGone = false
  webRtc = ''
  readonly words: string[] = []
  readonly session = { addWordToSpellCheckerDictionary: (word: string) => this.words.push(word) > 0 }
  openWindow: (() => { action: 'deny' }) | null = null
  /** What scripts of main come to in the page. */
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

  /** Never throws: what does not reach the page is only logged. */
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

  inspectElement(): void {
    // There is nothing to look at.
  }

  executeJavaScript(script: string): Promise<unknown> {
    return this.run(script)
  }

  forcefullyCrashRenderer(): void {
    this.crash('crashed', 11)
  }

  /** The page's process dies; that is told a task later. */
  crash(reason: string, exitCode: number): void {
    void turn().then(() => {
      this.#isDead = true
      this.#dispose()
      this.emit('render-process-gone', {}, { reason, exitCode })
    })
  }

  /** What the page itself wants to load; answers whether it may. */
  wants(url: string, isMainFrame: boolean): boolean {
    // A blank page is nobody's wish.
    if (url === 'about:blank') return true
    const event = Object.assign(new StandInEvent(), { url, isMainFrame })
    this.emit('will-frame-navigate', event)
    if (isMainFrame) this.emit('will-navigate', event)
    return !event.isStopped
  }

  /** A page has come. */
  arrive(url: string): void {
    this.#isDead = false
    this.#dispose()
    this.#frame = this.#frameOf(url)
    this.emit('did-navigate', {}, url)
  }

  /** Tells what the stand-in itself has to tell. */
  says<K extends keyof ContentsEvents>(event: K, ...args: Parameters<ContentsEvents[K]>): void {
    this.emit(event, ...args)
  }

  /** What is done now, or in what follows from it at once, is done inside Chromium's own end of an overtaken load. */
  unwind(): void {
    this.#isUnwinding = true
    // As long as callbacks of this very turn beget others, by promises and by ticks.
    let hops = 0
    const hop = (): void => {
      hops++
      if (hops === 100) process.nextTick(hop)
      else if (hops < 200) queueMicrotask(hop)
      else this.#isUnwinding = false
    }
    queueMicrotask(hop)
  }

  /** Whether the process is gone by what was just asked of the page. */
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

/** A structured clone, as whatever passes between processes is one; fails with these words where there is none. */
export function cloned<T>(value: T, words: string): T {
  try {
    return structuredClone(value)
  } catch {
    throw new Error(words)
  }
}
