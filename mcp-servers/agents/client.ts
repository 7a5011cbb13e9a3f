import type { AgentSummary, MessageReport, SendResult } from '../../main/contract/views.ts'
import { errorStatus, RefusedError, type Refusal } from '../../main/contract/errors.ts'
import { readIdentity } from './identity.ts'

/** What the tools ask of Janus, as one agent. Everything rejects with `RefusedError`. */
export interface AgentsClient {
  listAgents(): Promise<readonly AgentSummary[]>
  /** `idempotencyKey`: the same send again answers the same, and sends nothing. */
  send(target: string, message: string, idempotencyKey: string): Promise<SendResult>
  /** The words from `offset` on, in UTF-16 units. */
  message(id: string, offset: number): Promise<MessageReport>
}

interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
}

/** The agents API over HTTP, as the agent of an identity file. The file is read anew for every call. */
export class HttpAgentsClient implements AgentsClient {
  readonly #identityPath: string
  readonly #timeLimit: number

  /** `timeLimit`: of one call, in ms. */
  constructor(identityPath: string, timeLimit = 10_000) {
    this.#identityPath = identityPath
    this.#timeLimit = timeLimit
  }

  listAgents(): Promise<readonly AgentSummary[]> {
    return this.#ask({ method: 'GET', path: '/agents' })
  }

  send(target: string, message: string, idempotencyKey: string): Promise<SendResult> {
    const path = `/agents/${part(target)}/message`
    return this.#ask({ method: 'POST', path, body: { message, idempotencyKey } })
  }

  message(id: string, offset: number): Promise<MessageReport> {
    return this.#ask({ method: 'GET', path: `/messages/${part(id)}?offset=${String(offset)}` })
  }

  /** Nothing that is asked here does harm when asked twice, so a broken connection is tried once more. */
  async #ask<T>(request: Request): Promise<T> {
    const signal = AbortSignal.timeout(this.#timeLimit)
    for (let last = false; ; last = true) {
      const reached = await this.#fetch(request, signal)
      if (reached !== null) return read<T>(reached)
      if (last || signal.aborted) throw unreachable()
    }
  }

  /** Null when no answer came. Never reaches an address whose owner is gone: see `readIdentity`. */
  async #fetch(
    { method, path, body }: Request,
    signal: AbortSignal,
  ): Promise<{ ok: boolean; body: unknown } | null> {
    const { url, token } = readIdentity(this.#identityPath)
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
}

/** One part of an address, whatever is in it. Dots alone would mean another part: a space saves them. */
function part(text: string): string {
  return /^\.{1,2}$/.test(text) ? `${text}%20` : encodeURIComponent(text)
}

function read<T>({ ok, body }: { ok: boolean; body: unknown }): T {
  if (ok) return body as T
  throw new RefusedError(
    isRefused(body) ? body.error : { code: 'internal', message: 'Janus gave no reason.' },
  )
}

function isRefused(body: unknown): body is { error: Refusal } {
  if (typeof body !== 'object' || body === null || !('error' in body)) return false
  const { error } = body
  return typeof error === 'object' && error !== null && 'code' in error && String(error.code) in errorStatus
}

function unreachable(): RefusedError {
  const message = 'Janus did not answer, so it is not known what came of this. Asking again is safe.'
  return new RefusedError({ code: 'unavailable', message })
}
