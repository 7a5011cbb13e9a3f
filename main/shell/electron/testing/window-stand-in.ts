import type { BrowserWindowConstructorOptions, Rectangle } from 'electron'
import type {
  AskEvent,
  ContentsEvents,
  ContentsPart,
  Frame,
  On,
  WindowEvents,
  WindowPart,
} from '../electron-parts.ts'
import { Emitter } from './emitter.ts'

/** A page: what it was sent, and what it may open. */
export class StandInContents extends Emitter<ContentsEvents> implements ContentsPart {
  mainFrame: Frame = { url: 'app://janus/', processId: 4, frameToken: 'top', parent: null }
  readonly sent: unknown[][] = []
  isGone = false
  webRtc = ''
  readonly words: string[] = []
  readonly session = { addWordToSpellCheckerDictionary: (word: string) => this.words.push(word) > 0 }
  readonly once: On<ContentsEvents> = this.on
  openWindow: (() => { action: 'deny' }) | null = null
  /** Where what is sent goes on to, besides being noted. */
  deliver: (channel: string, args: readonly unknown[]) => void = () => undefined

  setWindowOpenHandler(handler: () => { action: 'deny' }): void {
    this.openWindow = handler
  }
  send(channel: string, ...args: unknown[]): void {
    this.sent.push([channel, ...args])
    this.deliver(channel, args)
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
  forcefullyCrashRenderer(): void {
    this.tell('render-process-gone', {}, { reason: 'killed', exitCode: 9 })
  }
}

/** A window that draws nothing. */
export class StandInWindow extends Emitter<WindowEvents> implements WindowPart {
  readonly options: BrowserWindowConstructorOptions
  readonly webContents = new StandInContents()
  /** The pages that were loaded, in order. */
  readonly loaded: string[] = []
  readonly calls: string[] = []
  bounds: Rectangle = { x: 10, y: 20, width: 800, height: 600 }
  isBig = false
  isSmall = false
  isClosed = false
  isShown = false
  isFront = false

  constructor(options: BrowserWindowConstructorOptions) {
    super()
    this.options = options
  }

  /** An event as it comes from the window's own page. */
  event(): AskEvent {
    return { sender: this.webContents, senderFrame: this.webContents.mainFrame }
  }

  /** Closes it as the person does, unless somebody holds it. */
  close(): void {
    let isHeld = false
    this.tell('close', { preventDefault: () => (isHeld = true) })
    if (!isHeld) this.destroy()
  }

  destroy(): void {
    if (this.isClosed) return
    this.calls.push('destroy')
    this.isClosed = true
    this.webContents.isGone = true
    this.tell('closed')
  }

  async loadURL(url: string): Promise<void> {
    this.loaded.push(url)
  }
  getNormalBounds(): Rectangle {
    return this.bounds
  }
  isMaximized(): boolean {
    return this.isBig
  }
  maximize(): void {
    this.isBig = true
  }
  isMinimized(): boolean {
    return this.isSmall
  }
  isDestroyed(): boolean {
    return this.isClosed
  }
  restore(): void {
    this.isSmall = false
  }
  isVisible(): boolean {
    return this.isShown
  }
  isFocused(): boolean {
    return this.isFront
  }
  flashFrame(flag: boolean): void {
    this.calls.push(`flashFrame ${String(flag)}`)
  }
  setBackgroundColor(color: string): void {
    this.calls.push(`ground ${color}`)
  }
  show(): void {
    this.isShown = true
    this.calls.push('show')
  }
  hide(): void {
    this.calls.push('hide')
  }
  focus(): void {
    this.calls.push('focus')
  }
}
