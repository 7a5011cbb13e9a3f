import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MessageCreateParams } from '@anthropic-ai/sdk/resources/messages'
import { answerRequest, type AnswerSettings, type KeptRequest } from './answer-request.ts'
import { Gates } from './gates.ts'

/** Where to listen (`0` or none: any free port) and who hears one line per request. */
interface RehearsalOptions {
  port?: number
  log?: (line: string) => void
}

/** A running rehearsal model; `url` is what `ANTHROPIC_BASE_URL` and `GOOGLE_GEMINI_BASE_URL` want; OpenAI's wires are below its `/v1`. */
interface RehearsalModel {
  url: string
  /** Cuts all answers and stops listening. */
  close(): Promise<void>
}

/** What a test may know of a request besides its body: the CLI's conversation and `performance.now()`. */
export type RequestMark = Pick<KeptRequest, 'session' | 'at'>

/** The rehearsal model with gates and a record, for tests and measurements. */
export interface WatchedRehearsalModel extends RehearsalModel {
  /** All requests for an answer so far, over every wire, oldest first. */
  heard(): readonly KeptRequest[]
  /** The bodies of those over Anthropic's wire, as Claude sends them. */
  requests(): MessageCreateParams[]
  /** Hears each of them as it arrives; gives a function that ends this. */
  onRequest(hear: (body: MessageCreateParams, mark: RequestMark) => void): () => void
  /** Puts these headers on its answers from now on, as a service does that tells how a plan stands. */
  heads(headers: Readonly<Record<string, string>>): void
  /** Lets the answers that wait at `wait: NAME` go on; gives how many there were. */
  release(name: string): number
  /** Lets them go on, and those that come later. */
  open(name: string): number
  /** Resolves when an answer waits at `wait: NAME`. */
  held(name: string): Promise<void>
}

/** The model of `--rehearse`: no gates, no record. Rejects when the port is taken (`EADDRINUSE`). */
export function startRehearsalModel({ port, log }: RehearsalOptions = {}): Promise<RehearsalModel> {
  return listen(port ?? 0, { gates: null, onRequest: () => {}, log: log ?? (() => {}) }, () => false)
}

/**
 * The rehearsal model for tests. With `routes`, a test that may import nothing from here has the same over
 * HTTP: `GET` and `DELETE /rehearsal/requests`, `GET /rehearsal/heard`, `GET /rehearsal/held/NAME`,
 * `POST /rehearsal/release/NAME`, `POST /rehearsal/open/NAME`.
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

async function listen(
  port: number,
  settings: AnswerSettings,
  extra: (path: string, res: ServerResponse) => boolean,
): Promise<RehearsalModel> {
  const server = createServer((req: IncomingMessage, res: ServerResponse) => {
    if (!extra(`${req.method} ${pathOf(req)}`, res)) void answerRequest(req, res, settings)
  })
  // Longer than any client keeps a connection, so that none is closed just as it is used again.
  server.keepAliveTimeout = 600_000
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
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

function pathOf(req: IncomingMessage): string {
  return (req.url ?? '/').split('?')[0] ?? '/'
}
