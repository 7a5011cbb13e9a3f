import type { ApiRoute } from '../../main/contract/api/agents-api.ts'
import { errorStatus, RefusedError, type Refusal } from '../../main/contract/api/errors.ts'

/** `path` begins with a slash, below `/api`. */
export interface ApiRequest {
  readonly method: ApiRoute['method']
  readonly path: string
  readonly body?: unknown
  /** Safe to send twice, so it is retried once after a broken connection. */
  readonly repeatable: boolean
}

export interface Access {
  readonly url: string
  readonly token: string
}

/** Loopback only, whatever a file says: the token never leaves this machine. */
export const apiAddress = /^http:\/\/127\.0\.0\.1:\d{1,5}\/api$/
export const tokenShape = /^[A-Za-z0-9_-]{20,200}$/

/** `timeLimit` in milliseconds. */
export interface RequestLimits {
  readonly timeLimit: number
  readonly signal?: AbortSignal
}

/**
 * Reads `access` again for each attempt. A `request` function gets the milliseconds since the first attempt,
 * so that a retry doesn't extend the wait. Rejects with `RefusedError`.
 */
export async function askApi(
  access: () => Access,
  request: ApiRequest | ((elapsed: number) => ApiRequest),
  { timeLimit, signal: given }: RequestLimits,
): Promise<unknown> {
  const timeout = AbortSignal.timeout(timeLimit)
  const signal = given === undefined ? timeout : AbortSignal.any([timeout, given])
  const began = performance.now()
  for (let last = false; ; last = true) {
    const asked = typeof request === 'function' ? request(performance.now() - began) : request
    const reached = await tryOnce(access(), asked, signal)
    if (reached !== null) return read(reached)
    if (last || !asked.repeatable || signal.aborted) throw unreachable(asked)
  }
}

/** Encodes one path segment. `.` and `..` get a trailing space, since a URL would resolve them. */
export function encodeSegment(text: string): string {
  return /^\.{1,2}$/.test(text) ? `${text}%20` : encodeURIComponent(text)
}

interface Reached {
  readonly ok: boolean
  readonly body: unknown
}

async function tryOnce(
  { url, token }: Access,
  { method, path, body }: ApiRequest,
  signal: AbortSignal,
): Promise<Reached | null> {
  try {
    const response = await fetch(url + path, {
      method,
      signal,
      redirect: 'error',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { ok: response.ok, body: await response.json() }
  } catch {
    return null
  }
}

function read({ ok, body }: Reached): unknown {
  if (ok) return body
  throw new RefusedError(
    isRefused(body) ? body.error : { code: 'internal', message: 'Janus gave no reason.' },
  )
}

function isRefused(body: unknown): body is { error: Refusal } {
  if (typeof body !== 'object' || body === null || !('error' in body)) return false
  const { error } = body
  return typeof error === 'object' && error !== null && 'code' in error && String(error.code) in errorStatus
}

function unreachable({ repeatable }: ApiRequest): RefusedError {
  const unknown = 'Janus did not answer, so the result is unknown.'
  const message = repeatable ? `${unknown} It is safe to try again.` : unknown
  return new RefusedError({ code: 'unavailable', message })
}
