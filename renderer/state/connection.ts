import type { FeedEvent } from '../../main/contract/api/feed.ts'
import { RefusedError, type Refusal } from '../../main/contract/api/errors.ts'
import type { RequestInput, RequestKind } from '../../main/contract/api/requests.ts'
import type { RequestAnswers } from '../../main/contract/api/answers.ts'
import { recall } from './local-storage.ts'
import type { Connection } from './mirror.ts'

/**
 * What the desktop app's preload script exposes. Refusals are returned: an error would lose its fields on the
 * way.
 */
export interface Bridge {
  readonly request: (kind: string, input: unknown) => Promise<{ answer: unknown } | { error: Refusal }>
  /** The first event is a snapshot. Returns a function that ends it. */
  readonly subscribe: (listener: (event: FeedEvent) => void) => () => void
  /** The path of a dropped or chosen file; empty for pasted data. */
  readonly pathOf?: (file: File) => string
  /**
   * Calls back for commands from outside the page, such as the app's menu. Returns a function that ends it.
   */
  readonly onCommand?: (listener: (command: string) => void) => () => void
}

declare global {
  interface Window {
    readonly janus?: Bridge
  }
}

/** Main was not reached; the request may have arrived all the same. */
export class UnreachableError extends Error {
  constructor() {
    super('Janus could not be reached. Try again in a moment.')
    this.name = 'UnreachableError'
  }
}

/** Sends a request. Rejects with `RefusedError` or `UnreachableError`. */
export async function ask<K extends RequestKind>(
  kind: K,
  input: RequestInput<K>,
): Promise<RequestAnswers[K]> {
  const reply = await (window.janus ? window.janus.request(kind, input) : post(kind, input))
  if ('error' in reply) throw new RefusedError(reply.error)
  return reply.answer as RequestAnswers[K]
}

/** Sends a request while the window closes; the answer is lost. */
export function askLast<K extends RequestKind>(kind: K, input: RequestInput<K>): void {
  if (window.janus) void window.janus.request(kind, input)
  else void fetch(...toPost(kind, input, true)).catch(() => undefined)
}

/**
 * The key that the sign-in stored for this origin (`plain-pages.ts`). A cookie alone is not enough: other
 * servers on this machine get it too. Read each time, because another tab may have signed in since.
 */
const windowKey = (): Record<string, string> => ({ 'janus-window': recall('window', '') })

/** `last`: the request outlives the page, if its body is at most 64 KiB. */
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

/** Returns the refusal in an error body, or a generic one if something other than Janus answered. */
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

/** Follows main's feed and reconnects forever; each connection begins with a snapshot. */
export function follow(listener: FeedListener): () => void {
  if (!window.janus) return followHttp(listener)
  return window.janus.subscribe((event) => {
    // A remembered snapshot is shown before Janus is connected.
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
        // A bug of the window: reconnecting would hit it again.
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

/** The build that was served when this page first opened the feed. */
let build: string | null = null

/** Reloads the page if the window's files have changed. */
function followBuild(served: string | null): void {
  build ??= served
  if (served !== build) location.reload()
}

/**
 * Reads the feed to its end; returns the status. Uses `fetch`, because an `EventSource` can't send headers.
 */
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
 * Reads Server-Sent Events as Janus writes them, one `data:` line each; other lines are keep-alives. Rejects
 * if the stream breaks.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  hear: (data: string) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  // Parts of an incomplete line: a large snapshot arrives in many chunks.
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
