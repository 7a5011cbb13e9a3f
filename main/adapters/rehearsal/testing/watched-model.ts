import type { ServerResponse } from 'node:http'
import type { MessageCreateParams } from '@anthropic-ai/sdk/resources/messages'
import type { AnswerSettings, KeptRequest } from '../answer-request.ts'
import { listen, type RehearsalModel, type RehearsalOptions } from '../server.ts'

/** Holds answers at named gates until a test releases them. */
class Gates {
  readonly #waiting = new Map<string, Set<() => void>>()
  readonly #watchers = new Map<string, (() => void)[]>()
  readonly #open = new Set<string>()

  /**
   * Resolves when the gate is released, or immediately if it was opened; rejects with the signal's reason
   * on abort.
   */
  async wait(name: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#open.has(name)) return
    const waiting = this.#waiting.get(name) ?? new Set()
    this.#waiting.set(name, waiting)
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting.delete(resolve)
        reject(signal.reason as Error)
      }
      waiting.add(resolve)
      signal.addEventListener('abort', leave, { once: true })
      for (const seen of this.#watchers.get(name) ?? []) seen()
      this.#watchers.delete(name)
    })
  }

  /** Releases all that wait at the gate; returns their number. */
  release(name: string): number {
    const waiting = [...(this.#waiting.get(name) ?? [])]
    this.#waiting.delete(name)
    for (const goOn of waiting) goOn()
    return waiting.length
  }

  /** Releases all that wait at the gate now or later; returns how many were waiting. */
  open(name: string): number {
    this.#open.add(name)
    return this.release(name)
  }

  /** Resolves when something waits at the gate. */
  held(name: string): Promise<void> {
    if ((this.#waiting.get(name)?.size ?? 0) > 0) return Promise.resolve()
    return new Promise((resolve) => {
      this.#watchers.set(name, [...(this.#watchers.get(name) ?? []), resolve])
    })
  }
}

/** `session`: the CLI's conversation. `at`: `performance.now()`. */
type RequestMark = Pick<KeptRequest, 'session' | 'at'>

/** The rehearsal model with gates and recorded requests. */
export interface WatchedRehearsalModel extends RehearsalModel {
  /** Requests of all API formats, oldest first. */
  heard(): readonly KeptRequest[]
  /** Bodies of requests in Anthropic's format. */
  requests(): MessageCreateParams[]
  /** Calls `hear` for each request in Anthropic's format; returns a function that unsubscribes. */
  onRequest(hear: (body: MessageCreateParams, mark: RequestMark) => void): () => void
  /** Adds headers to all further answers, such as those that report a plan's limits. */
  heads(headers: Readonly<Record<string, string>>): void
  /** Releases answers that wait at `wait: NAME`; returns their number. */
  release(name: string): number
  /** Like `release`, also for answers that come later. */
  open(name: string): number
  /** Resolves when an answer waits at `wait: NAME`. */
  held(name: string): Promise<void>
}

/**
 * With `routes`, tests in other processes can do the same over HTTP: `GET` and `DELETE
 * /rehearsal/requests`, `GET /rehearsal/heard`, `GET /rehearsal/held/NAME`, `POST /rehearsal/release/NAME`,
 * `POST /rehearsal/open/NAME`.
 */
export async function startRehearsal({
  port,
  log,
  routes,
}: RehearsalOptions & { routes?: boolean } = {}): Promise<WatchedRehearsalModel> {
  const gates = new Gates()
  const all: KeptRequest[] = []
  const listeners = new Set<(body: MessageCreateParams, mark: RequestMark) => void>()
  const onRequest: AnswerSettings['onRequest'] = (heard) => {
    all.push(heard)
    if (heard.wire === 'anthropic')
      for (const hear of listeners) hear(heard.body as MessageCreateParams, heard)
  }
  let headers: Readonly<Record<string, string>> = {}
  const extra = (path: string, res: ServerResponse) => {
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
    return routes === true && serveRoute(path, res, gates, all)
  }
  const model = await listen(port ?? 0, { gates, onRequest, log: log ?? (() => {}) }, extra)
  return {
    ...model,
    heard: () => [...all],
    requests: () => bodiesOf(all),
    onRequest: (hear) => {
      listeners.add(hear)
      return () => listeners.delete(hear)
    },
    heads: (wanted) => (headers = wanted),
    release: (name) => gates.release(name),
    open: (name) => gates.open(name),
    held: (name) => gates.held(name),
  }
}

function serveRoute(path: string, res: ServerResponse, gates: Gates, all: KeptRequest[]): boolean {
  const [, what, name] =
    /^((?:GET|DELETE) \/rehearsal\/requests|GET \/rehearsal\/heard|GET \/rehearsal\/held|POST \/rehearsal\/(?:release|open))(?:\/([\w.-]+))?$/.exec(
      path,
    ) ?? []
  const send = (value: unknown) =>
    res.setHeader('content-type', 'application/json').end(JSON.stringify(value))
  if (what === undefined) return false
  if (name === undefined) {
    if (what.endsWith('heard')) send(all)
    else if (!what.endsWith('requests')) return false
    else send(what.startsWith('DELETE') ? { forgotten: all.splice(0).length } : bodiesOf(all))
  } else if (what.endsWith('open')) send({ released: gates.open(name) })
  else if (what.endsWith('release')) send({ released: gates.release(name) })
  else void gates.held(name).then(() => send({ held: name }))
  return true
}

function bodiesOf(all: readonly KeptRequest[]): MessageCreateParams[] {
  return all.flatMap(({ wire, body }) => (wire === 'anthropic' ? [body as MessageCreateParams] : []))
}
