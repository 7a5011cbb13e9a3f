import type { AgentSummary } from '../../main/contract/views.ts'
import type { MessageReport, SendResult } from '../../main/contract/mail-views.ts'
import { askApi, part, type ApiRequest } from '../shared/ask.ts'
import { readIdentity } from './identity.ts'

/** What the tools ask of Janus, as one agent. Everything rejects with `RefusedError`. */
export interface AgentsClient {
  listAgents(): Promise<readonly AgentSummary[]>
  /** `idempotencyKey`: the same send again answers the same, and sends nothing. */
  send(target: string, message: string, idempotencyKey: string): Promise<SendResult>
  /** The words from `offset` on, in UTF-16 units. */
  message(id: string, offset: number): Promise<MessageReport>
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

  /** Nothing that is asked here does harm when asked twice. Never reaches an address whose owner is gone. */
  async #ask<T>(request: Omit<ApiRequest, 'repeatable'>): Promise<T> {
    const access = () => readIdentity(this.#identityPath)
    return (await askApi(access, { ...request, repeatable: true }, this.#timeLimit)) as T
  }
}
