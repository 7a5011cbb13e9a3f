import { refusal, refusalOf } from '../../adapters/http/refusals.ts'
import { commandChannel, feedChannel, requestChannel } from './channels.ts'
import type { Reply } from './core-messages.ts'
import type { CoreProcess } from './core-process.ts'
import type { AskEvent, ContentsPart, ElectronParts } from './electron-parts.ts'
import { plainCopy } from './payload.ts'
import { acceptSender } from './policy.ts'

/** What the handlers need: whom to ask now (null while Janus starts or ends), and where to note a mistake of ours. */
export interface IpcOptions {
  readonly shown: () => Pick<CoreProcess, 'request' | 'subscribe'> | null
  readonly log: (line: string) => void
}

/** The window's way in. It hears one feed at a time. */
export interface WindowDoor {
  /** Ends the feed, as when the window goes. */
  readonly leave: () => void
  /** Another Janus is shown: feeds a page that waits for one; false when it hears one before it, and has to begin anew. */
  readonly follow: () => boolean
  /** Tells the page that the person chose something in the menu. */
  readonly command: (name: string) => void
}

/** Opens the channels. */
export function serveWindow({ ipcMain }: Pick<ElectronParts, 'ipcMain'>, options: IpcOptions): WindowDoor {
  const feed = new WindowFeed(options)
  ipcMain.handle(requestChannel, (event, kind, input) => answer(options, event, kind, input))
  ipcMain.handle(feedChannel, (event, verb, name) => {
    if (!acceptSender(event) || typeof name !== 'string' || name.length > 100) return
    if (verb === 'open') feed.open(event, name)
    else if (verb === 'close') feed.close(name)
  })
  return {
    leave: () => feed.leave(),
    follow: () => feed.follow(),
    command: (name) => feed.send(commandChannel, name),
  }
}

/** Never throws: an error would lose its fields on the way, and show its stack. */
async function answer(
  { shown, log }: IpcOptions,
  event: AskEvent,
  kind: unknown,
  input: unknown,
): Promise<Reply> {
  try {
    if (!acceptSender(event)) throw refusal('forbidden_origin', 'Only the window of Janus may ask here.')
    if (typeof kind !== 'string') throw refusal('not_found', 'There is no such request.')
    const core = shown()
    if (core === null) throw refusal('unavailable', 'Janus is not ready; try again in a moment.')
    return await core.request(kind, plainCopy(input))
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.code === 'internal') log(`error ${JSON.stringify(inside(error))}`)
    return { error: refused }
  }
}

function inside(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** The feed that the window hears. */
class WindowFeed {
  readonly #options: IpcOptions
  #page: { readonly sender: ContentsPart; readonly name: string } | null = null
  /** Pages whose end is listened to: each load of one opens a feed of its own. */
  readonly #watched = new WeakSet<ContentsPart>()
  /** Null while nobody feeds the page. */
  #leave: (() => void) | null = null

  constructor(options: IpcOptions) {
    this.#options = options
  }

  open({ sender }: AskEvent, name: string): void {
    this.leave()
    this.#page = { sender, name }
    if (!this.#watched.has(sender)) sender.on('render-process-gone', () => this.leave())
    this.#watched.add(sender)
    this.follow()
  }

  follow(): boolean {
    const page = this.#page
    if (page === null) return true
    if (this.#leave !== null) {
      this.leave()
      return false
    }
    const core = this.#options.shown()
    if (core === null) return true
    this.#leave = core.subscribe((event) => {
      if (this.#page === page) this.send(feedChannel, page.name, event)
    })
    return true
  }

  /** Tells the page something, if there is one that hears. */
  send(channel: string, ...args: unknown[]): void {
    if (this.#page === null) return
    if (this.#page.sender.isDestroyed()) this.leave()
    else this.#page.sender.send(channel, ...args)
  }

  close(name: string): void {
    if (name === this.#page?.name) this.leave()
  }

  leave(): void {
    const leave = this.#leave
    this.#page = null
    this.#leave = null
    leave?.()
  }
}
