import type { FeedEvent } from '../../contract/api/feed.ts'
import { refusal, refusalOf } from '../../adapters/http/refusals.ts'
import { errorWords } from '../../server/app/notices.ts'
import { commandChannel, feedChannel, requestChannel } from './channels.ts'
import type { CoreReply } from './core-messages.ts'
import type { CoreProcess } from './core-process.ts'
import type { AskEvent, ContentsPart, ElectronParts } from './electron-parts.ts'
import { acceptSender } from './policy.ts'

interface IpcOptions {
  /** Settles once the first core runs or has failed; requests wait for it. */
  readonly started: Promise<unknown>
  /** First event for a page until then, if any. */
  readonly last: FeedEvent | null
  readonly shown: () => Pick<CoreProcess, 'request' | 'subscribe'> | null
  readonly log: (line: string) => void
}

export function serveWindow({ ipcMain }: Pick<ElectronParts, 'ipcMain'>, options: IpcOptions): WindowFeed {
  const feed = new WindowFeed(options)
  ipcMain.handle(requestChannel, (event, kind, input) => answer(options, event, kind, input))
  ipcMain.handle(feedChannel, (event, verb, name) => {
    if (!acceptSender(event) || typeof name !== 'string' || name.length > 100) return
    if (verb === 'open') feed.open(event, name)
    else if (verb === 'close') feed.close(name)
  })
  return feed
}

/** Never throws: an error would lose its fields over IPC and expose its stack. */
async function answer(
  { shown, started, log }: IpcOptions,
  event: AskEvent,
  kind: unknown,
  input: unknown,
): Promise<CoreReply> {
  try {
    if (!acceptSender(event)) throw refusal('forbidden_origin', 'Only the window of Janus may ask here.')
    if (typeof kind !== 'string') throw refusal('not_found', 'There is no such request.')
    const core = shown() ?? (await started.then(shown))
    if (core === null) throw refusal('unavailable', 'Janus is not ready; try again in a moment.')
    return await core.request(kind, plainCopy(input))
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.code === 'internal') log(`error ${JSON.stringify(errorWords(error))}`)
    return { error: refused }
  }
}

/** The one feed of the window, and the menu's commands to its page. */
export class WindowFeed {
  readonly #options: IpcOptions
  #page: { readonly sender: ContentsPart; readonly name: string } | null = null
  /** Pages that already have a listener for their end; each load opens another feed. */
  readonly #watched = new WeakSet<ContentsPart>()
  /** Unsubscribes from the core; null without a subscription. */
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

  /** Returns false when the page was subscribed to a previous core and must reload. */
  follow(): boolean {
    const page = this.#page
    if (page === null) return true
    if (this.#leave !== null) {
      this.leave()
      return false
    }
    const { shown, last } = this.#options
    const core = shown()
    if (core === null) {
      if (last !== null) this.#send(feedChannel, page.name, last)
      return true
    }
    this.#leave = core.subscribe((event) => {
      if (this.#page === page) this.#send(feedChannel, page.name, event)
    })
    return true
  }

  command(name: string): void {
    this.#send(commandChannel, name)
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

  #send(channel: string, ...args: unknown[]): void {
    if (this.#page === null) return
    if (this.#page.sender.isDestroyed()) this.leave()
    else this.#page.sender.send(channel, ...args)
  }
}

const deepest = 32
const mostParts = 10_000
/** Same limit as a request body of the web shell. */
const mostText = 6 * 1024 * 1024

/** Copies plain JSON. Refuses what structured cloning also carries: dates, maps, cycles, `__proto__`. */
function plainCopy(value: unknown): unknown {
  let parts = 0
  let text = 0
  const string = (words: string): string => {
    text += words.length
    if (text > mostText) throw refusal('too_large', 'The request is too large; a message has at most 1 MiB.')
    return words.toWellFormed()
  }
  const copy = (given: unknown, depth: number): unknown => {
    if (++parts > mostParts) throw refusal('bad_request', 'The request has too many parts.')
    if (depth > deepest) throw refusal('bad_request', 'The request is nested too deeply.')
    if (given === null || typeof given === 'boolean') return given
    if (typeof given === 'number' && Number.isFinite(given)) return given
    if (typeof given === 'string') return string(given)
    if (Array.isArray(given)) return given.map((item) => copy(item, depth + 1))
    if (isPlain(given)) return fields(given, depth)
    throw refusal('bad_request', 'The request holds something that is not JSON.')
  }
  const fields = (given: object, depth: number): object => {
    const result = Object.create(null) as Record<string, unknown>
    for (const [key, item] of Object.entries(given)) {
      if (key === '__proto__') throw refusal('bad_request', 'There is no field "__proto__" here.')
      // Undefined fields are dropped, as in JSON.
      if (item !== undefined) result[string(key)] = copy(item, depth + 1)
    }
    return result
  }
  return copy(value, 0)
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
