import type { BrowserWindowConstructorOptions, Rectangle } from 'electron'
import type { AskEvent, WindowEvents, WindowPart } from '../electron-parts.ts'
import { StandInContents } from './contents-stand-in.ts'
import { Emitter, StandInEvent } from './emitter.ts'
import { turn, type Life } from './life.ts'
import type { Loaded } from './session-stand-in.ts'

export interface Surroundings {
  readonly life: Life
  readonly load: (address: string) => Promise<Loaded>
  /** Whether loaded pages are drawn; a hidden window's page may never be. */
  readonly isDrawn: () => boolean
  readonly closed: () => void
}

type Load = ReturnType<typeof Promise.withResolvers<undefined>>

export class StandInWindow extends Emitter<WindowEvents> implements WindowPart {
  readonly options: BrowserWindowConstructorOptions
  readonly loaded: string[] = []
  readonly calls: string[] = []
  bounds: Rectangle = { x: 10, y: 20, width: 800, height: 600 }
  isBig = false
  isSmall = false
  isShown: boolean
  isFront = false
  readonly #contents: StandInContents
  readonly #around: Surroundings
  readonly #gone = Promise.withResolvers<undefined>()
  readonly #drawn = Promise.withResolvers<undefined>()
  #isDestroyed = false
  #load: Load | null = null

  constructor(options: BrowserWindowConstructorOptions, around: Surroundings) {
    around.life.wantReady('Cannot create BrowserWindow before app is ready')
    super()
    this.options = options
    this.isShown = options.show !== false
    this.#around = around
    this.#contents = new StandInContents(around.life)
  }

  get webContents(): StandInContents {
    return this.#alive().#contents
  }

  get gone(): Promise<undefined> {
    return this.#gone.promise
  }

  get drawn(): Promise<undefined> {
    return this.#drawn.promise
  }

  /** An IPC event of the window's own page. */
  event(): AskEvent {
    return { sender: this.webContents, senderFrame: this.webContents.mainFrame }
  }

  /** Closes it as the user does: listeners may prevent that, and it is gone a turn later. */
  close(): boolean {
    const event = new StandInEvent()
    this.emit('close', event)
    if (event.isStopped) return false
    void turn().then(() => {
      if (this.#isDestroyed) return
      this.vanish()
      this.#around.closed()
    })
    return true
  }

  /** Ends it without asking, and emits `window-all-closed` if it was the last. */
  destroy(): void {
    if (this.#isDestroyed) return
    this.calls.push('destroy')
    this.vanish()
    this.#around.closed()
  }

  /** Ends it without `window-all-closed`, as when the app ends. */
  vanish(): void {
    if (this.#isDestroyed) return
    this.#contents.isGone = true
    this.#contents.says('destroyed')
    this.#isDestroyed = true
    this.emit('closed')
    this.#gone.resolve(undefined)
  }

  loadURL(url: string): Promise<void> {
    const { webContents } = this
    const load: Load = Promise.withResolvers()
    if (webContents.isFatal()) return load.promise
    this.loaded.push(url)
    const before = this.#load
    this.#load = load
    if (before !== null) void turn().then(() => this.#overtake(before, url))
    void this.#bring(url, load)
    return load.promise
  }

  #overtake(load: Load, url: string): void {
    this.#contents.unwind()
    load.reject(failure({ code: 'ERR_ABORTED', errno: -3 }, url))
  }

  async #bring(url: string, load: Load): Promise<void> {
    await turn()
    const loaded = await this.#around.load(url)
    if (this.#load !== load || this.#isDestroyed) return
    this.#load = null
    this.#contents.arrive(url)
    if ('code' in loaded) {
      this.#contents.says('did-fail-load', {}, loaded.errno, loaded.code, url, true)
      load.reject(failure(loaded, url))
    } else {
      this.#contents.says('did-finish-load')
      load.resolve(undefined)
    }
    await turn()
    if (this.#isDestroyed || !this.#around.isDrawn()) return
    this.emit('ready-to-show')
    this.#drawn.resolve(undefined)
  }

  getNormalBounds(): Rectangle {
    return this.#alive().bounds
  }
  isMaximized(): boolean {
    return this.#alive().isBig
  }
  maximize(): void {
    this.#alive().isBig = true
  }
  isMinimized(): boolean {
    return this.#alive().isSmall
  }
  isDestroyed(): boolean {
    return this.#isDestroyed
  }
  restore(): void {
    this.#alive().isSmall = false
  }
  isVisible(): boolean {
    return this.#alive().isShown
  }
  isFocused(): boolean {
    return this.#alive().isFront
  }
  flashFrame(flag: boolean): void {
    this.#alive().calls.push(`flashFrame ${String(flag)}`)
  }
  setBackgroundColor(color: string): void {
    this.#alive().calls.push(`ground ${color}`)
  }
  show(): void {
    this.#alive().isShown = true
    this.calls.push('show')
  }
  hide(): void {
    this.#alive().calls.push('hide')
  }
  focus(): void {
    this.#alive().calls.push('focus')
  }

  #alive(): this {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed')
    return this
  }
}

function failure({ code, errno }: { code: string; errno: number }, url: string): Error {
  return Object.assign(new Error(`${code} (${String(errno)}) loading '${url}'`), { code, errno, url })
}
