import type { ApiRoute } from '../../main/contract/api/agents-api.ts'
import { errorStatus, RefusedError, type Refusal } from '../../main/contract/api/errors.ts'

/** One question to the agents API; `path` begins with a slash, under `/api`. */
export interface ApiRequest {
  readonly method: ApiRoute['method']
  readonly path: string
  readonly body?: unknown
  /** Asked twice it does no harm, so a broken connection is tried once more. */
  readonly repeatable: boolean
}

/** Where the API is, and the token by which it knows us. */
export interface Access {
  readonly url: string
  readonly token: string
}

/** What an address of ours looks like: this machine only, whatever a file says. */
export const apiAddress = /^http:\/\/127\.0\.0\.1:\d{1,5}\/api$/
/** What a token looks like. */
export const tokenShape = /^[A-Za-z0-9_-]{20,200}$/

/** How long an answer is waited for, in ms, and what ends the wait before. */
export interface Patience {
  readonly timeLimit: number
  readonly signal?: AbortSignal
}

/**
 * Asks and gives the answer's body. Rejects with `RefusedError`, also when nothing is heard within the time limit.
 * `access` is read again for every attempt, and throws when there is none any more. `request` is asked for what is to
 * be sent so many ms after the first attempt: what waits for something waits no longer because it was tried again.
 */
export async function askApi(
  access: () => Access,
  request: ApiRequest | ((elapsed: number) => ApiRequest),
  { timeLimit, signal: given }: Patience,
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

/** One part of an address, whatever is in it. Dots alone would mean another part: a space saves them. */
export function part(text: string): string {
  return /^\.{1,2}$/.test(text) ? `${text}%20` : encodeURIComponent(text)
}

interface Reached {
  readonly ok: boolean
  readonly body: unknown
}

/** Null when no answer came. */
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
