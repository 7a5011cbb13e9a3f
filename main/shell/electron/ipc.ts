import { refusal, refusalOf } from '../../adapters/http/refusals.ts'
import type { Refusal } from '../../contract/errors.ts'
import { requests, type RequestKind } from '../../contract/requests.ts'
import type { Janus } from '../compose.ts'
import { feedChannel, requestChannel } from './channels.ts'
import type { AskEvent, ElectronParts } from './electron-parts.ts'
import { plainCopy } from './payload.ts'
import { acceptSender } from './policy.ts'

/** What the handlers need: whom to ask now (null while Janus starts or ends), and where to note a mistake of ours. */
export interface IpcOptions {
  readonly shown: () => Pick<Janus, 'ask' | 'feed'> | null
  readonly log: (line: string) => void
}

/** The two channels. A window hears one feed at a time; `leave` ends it, as when the window goes to another Janus. */
export function serveWindow(
  { ipcMain }: Pick<ElectronParts, 'ipcMain'>,
  options: IpcOptions,
): { leave: () => void } {
  const feed = new WindowFeed(options)
  ipcMain.handle(requestChannel, (event, kind, input) => answer(options, event, kind, input))
  ipcMain.handle(feedChannel, (event, verb, name) => {
    if (!acceptSender(event) || typeof name !== 'string' || name.length > 100) return
    if (verb === 'open') feed.open(event, name)
    else if (verb === 'close') feed.close(name)
  })
  return { leave: () => feed.leave() }
}

type Reply = { readonly answer: unknown } | { readonly error: Refusal }

/** Never throws: an error would lose its fields on the way, and show its stack. */
async function answer(
  { shown, log }: IpcOptions,
  event: AskEvent,
  kind: unknown,
  input: unknown,
): Promise<Reply> {
  try {
    if (!acceptSender(event)) throw refusal('forbidden_origin', 'Only the window of Janus may ask here.')
    if (!isKind(kind)) throw refusal('not_found', 'There is no such request.')
    const janus = shown()
    if (janus === null) throw refusal('unavailable', 'Janus is not ready; try again in a moment.')
    return { answer: await janus.ask({ kind: 'window' }, kind, plainCopy(input)) }
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.code === 'internal') log(`error ${JSON.stringify(inside(error))}`)
    return { error: refused }
  }
}

function isKind(kind: unknown): kind is RequestKind {
  return typeof kind === 'string' && Object.hasOwn(requests, kind)
}

function inside(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** The feed that the window hears. */
class WindowFeed {
  readonly #options: IpcOptions
  #name = ''
  #leave: () => void = () => undefined

  constructor(options: IpcOptions) {
    this.#options = options
  }

  open({ sender }: AskEvent, name: string): void {
    this.leave()
    let over = false
    let leave: () => void = () => undefined
    this.#name = name
    this.#leave = () => {
      over = true
      leave()
    }
    // The first event is told while subscribing, and the page may be gone at any.
    const told = this.#options.shown()?.feed.subscribe((event) => {
      if (over) return
      if (sender.isDestroyed()) this.close(name)
      else sender.send(feedChannel, name, event)
    })
    if (told) leave = told
    if (over) leave()
  }

  close(name: string): void {
    if (name === this.#name) this.leave()
  }

  leave(): void {
    const leave = this.#leave
    this.#name = ''
    this.#leave = () => undefined
    leave()
  }
}
