import type { FeedEvent } from '../../main/contract/api/feed.ts'
import { RefusedError, type Refusal } from '../../main/contract/api/errors.ts'
import type { RequestInput, RequestKind } from '../../main/contract/api/requests.ts'
import type { RequestAnswers } from '../../main/contract/api/answers.ts'
import { recall } from './local-storage.ts'
import type { Connection } from './mirror.ts'

/** What the desktop shell puts into the page. Refusals are values: an error loses its fields on the way. */
export interface Bridge {
  readonly request: (kind: string, input: unknown) => Promise<{ answer: unknown } | { error: Refusal }>
  /** Calls back with every feed event, a snapshot first; the answer ends it. */
  readonly subscribe: (listener: (event: FeedEvent) => void) => () => void
  /** Where a file lies that was dropped or chosen; empty: it lies nowhere, as what was pasted. */
  readonly pathOf?: (file: File) => string
  /** Calls back when the user asks for something outside the page, as in the app's menu; the answer ends it. */
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

/**
 * The key that the sign-in left with this origin (`plain-pages.ts`). The cookie alone opens nothing: other servers of
 * this machine are sent it too. Read again each time: another tab may have signed in since.
 */
const windowKey = (): Record<string, string> => ({ 'janus-window': recall('window', '') })

/** A request as the web shell takes it. `last`: it outlives the page, if it is not longer than 64 KiB. */
const toPost = (kind: string, input: unknown, last = false): [string, RequestInit] => [
  `requests/${kind}`,
  {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...windowKey() },
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
  return window.janus.subscribe((event) => {
    // What is remembered is shown before Janus can be heard.
    if (event.kind !== 'snapshot' || !event.isRemembered) listener.connection('open')
    listener.event(event)
  })
}

const longestPause = 5_000

function followHttp(listener: FeedListener): () => void {
  const end = new AbortController()
  let retry: ReturnType<typeof setTimeout> | undefined
  let pause = 250
  const open = async () => {
    const status = await readFeed(end.signal, (event) => {
      pause = 250
      listener.connection('open')
      try {
        listener.event(event)
      } catch (error) {
        // A mistake of the window's own is told as one; a feed that is opened again would meet it again.
        reportError(error)
      }
    }).catch(() => null)
    if (end.signal.aborted) return
    listener.connection(status === 401 ? 'signedOut' : 'lost')
    retry = setTimeout(() => void open(), pause)
    pause = Math.min(pause * 2, longestPause)
  }
  void open()
  return () => {
    end.abort()
    clearTimeout(retry)
  }
}

/** The build of the window's files that was served when this page opened its first feed. */
let build: string | null = null

/** Reloads the page if the files of the window have changed under it. */
function followBuild(served: string | null): void {
  build ??= served
  if (served !== build) location.reload()
}

/** Reads the feed to its end; answers the status. By `fetch`, since an `EventSource` cannot send the key. */
async function readFeed(signal: AbortSignal, hear: (event: FeedEvent) => void): Promise<number> {
  const response = await fetch('feed', { headers: windowKey(), cache: 'no-store', signal })
  if (response.ok) followBuild(response.headers.get('janus-build'))
  if (response.ok && response.body !== null)
    await readEvents(response.body, (data) => {
      hear(JSON.parse(data) as FeedEvent)
    })
  return response.status
}

/**
 * Reads Server-Sent Events as Janus writes them, one `data:` line each, until the stream ends; `hear` gets what stands
 * after `data:`. Other lines are signs of life. Rejects when the stream breaks.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  hear: (data: string) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  // What came of a line that is not whole: a large snapshot comes in many pieces.
  let pieces: string[] = []
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const [first = '', ...lines] = value.split('\n')
    pieces.push(first)
    for (const line of lines) {
      const whole = pieces.join('')
      pieces = [line]
      if (whole.startsWith('data: ')) hear(whole.slice(6))
    }
  }
}
