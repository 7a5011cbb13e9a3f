import type { FeedEvent } from '../../main/contract/feed.ts'
import { RefusedError, type Refusal } from '../../main/contract/errors.ts'
import type { RequestInput, RequestKind } from '../../main/contract/requests.ts'
import type { RequestAnswers } from '../../main/contract/answers.ts'
import type { Connection } from './mirror.ts'

/** What the desktop shell puts into the page. Refusals are values: an error loses its fields on the way. */
export interface Bridge {
  readonly request: (kind: string, input: unknown) => Promise<{ answer: unknown } | { error: Refusal }>
  /** Calls back with every feed event, a snapshot first; the answer ends it. */
  readonly subscribe: (listener: (event: FeedEvent) => void) => () => void
  /** Calls back when the person asks for something outside the page, as in the app's menu; the answer ends it. */
  readonly onCommand?: (listener: (command: string) => void) => () => void
}

declare global {
  interface Window {
    readonly janus?: Bridge
  }
}

/** Thrown when main could not be reached; whether it heard the request is not known. */
export class UnreachableError extends Error {
  constructor() {
    super('Janus could not be reached. Try again in a moment.')
    this.name = 'UnreachableError'
  }
}

/** Asks main for something. Rejects with `RefusedError` (main said no) or `UnreachableError`. */
export async function ask<K extends RequestKind>(
  kind: K,
  input: RequestInput<K>,
): Promise<RequestAnswers[K]> {
  const reply = await (window.janus ? window.janus.request(kind, input) : post(kind, input))
  if ('error' in reply) throw new RefusedError(reply.error)
  return reply.answer as RequestAnswers[K]
}

/** Asks for something while the window goes away; nobody hears the answer. */
export function askLast<K extends RequestKind>(kind: K, input: RequestInput<K>): void {
  if (window.janus) void window.janus.request(kind, input)
  else void fetch(...toPost(kind, input, true)).catch(() => undefined)
}

/** A request as the web shell takes it. `last`: it outlives the page, if it is not longer than 64 KiB. */
const toPost = (kind: string, input: unknown, last = false): [string, RequestInit] => [
  `requests/${kind}`,
  {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
    keepalive: last,
  },
]

async function post(kind: string, input: unknown): Promise<{ answer: unknown } | { error: Refusal }> {
  try {
    const response = await fetch(...toPost(kind, input))
    const body: unknown = await response.json()
    return response.ok ? { answer: body } : { error: refusalIn(body, response.status) }
  } catch {
    throw new UnreachableError()
  }
}

/** The refusal in an error's body; a made one when something else than Janus answered. */
function refusalIn(body: unknown, status: number): Refusal {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null
  if (typeof error === 'object' && error !== null && 'code' in error && 'message' in error)
    return error as Refusal
  return { code: status === 401 ? 'unauthorized' : 'internal', message: `Janus answered with ${status}.` }
}

interface FeedListener {
  readonly event: (event: FeedEvent) => void
  readonly connection: (connection: Connection) => void
}

/** Follows main's feed, for ever: a lost one is opened again, and each begins with a snapshot. */
export function follow(listener: FeedListener): () => void {
  if (!window.janus) return followHttp(listener)
  listener.connection('open')
  return window.janus.subscribe(listener.event)
}

const longestPause = 5_000

function followHttp(listener: FeedListener): () => void {
  let source: EventSource | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let pause = 250
  let ended = false
  const open = () => {
    source = new EventSource('feed')
    source.onmessage = (message: MessageEvent<string>) => {
      pause = 250
      listener.connection('open')
      listener.event(JSON.parse(message.data) as FeedEvent)
    }
    source.onerror = () => {
      source?.close()
      void lost()
    }
  }
  const lost = async () => {
    listener.connection((await isSignedOut()) ? 'signedOut' : 'lost')
    if (ended) return
    retry = setTimeout(open, pause)
    pause = Math.min(pause * 2, longestPause)
  }
  open()
  return () => {
    ended = true
    clearTimeout(retry)
    source?.close()
  }
}

/** An event stream does not tell why it failed, a request does. */
async function isSignedOut(): Promise<boolean> {
  try {
    await ask('app.status', {})
    return false
  } catch (error) {
    return error instanceof RefusedError && error.refusal.code === 'unauthorized'
  }
}
