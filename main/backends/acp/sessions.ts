import type { PromptRequest } from '@agentclientprotocol/sdk'
import type { PromptResponse } from '@agentclientprotocol/sdk/experimental/v2'
import { asObject, asText, type Json } from '../../adapters/processes/json.ts'
import type { Picture } from '../../ports/attachments.ts'
import type { AcpConnection } from './connection.ts'
import {
  contentOf,
  isErrorAnswer,
  readError,
  type AcpSession,
  type AcpSessionEvents,
  type AcpTurnEnd,
} from './session.ts'

abstract class OpenSession implements AcpSession {
  abstract readonly version: 1 | 2
  readonly id: string
  protected readonly connection: AcpConnection
  protected readonly events: AcpSessionEvents

  constructor(id: string, connection: AcpConnection, events: AcpSessionEvents) {
    this.id = id
    this.connection = connection
    this.events = events
  }

  abstract prompt(...prompt: Parameters<AcpSession['prompt']>): void
  abstract set(option: string, value: string): Promise<void>

  /** `promptRequired`: without a running turn the agent ignores the text. */
  async steer(text: string, pictures: readonly Picture[]): Promise<boolean> {
    const _meta = { steering: { idleBehavior: 'promptRequired' } }
    const words = { sessionId: this.id, prompt: contentOf(text, pictures), _meta }
    const answer = await this.connection.request('_session/steering', words)
    const outcome = asText(answer['outcome']) || asText(answer['status'])
    return !/required|idle|rejected|not/i.test(outcome)
  }

  cancel(): void {
    this.connection.notify('session/cancel', { sessionId: this.id })
  }

  protected put(text: string, pictures: readonly Picture[]): Promise<Json> {
    const request: PromptRequest = { sessionId: this.id, prompt: contentOf(text, pictures) }
    return this.connection.request('session/prompt', request)
  }

  /** An error ends the turn, unless the connection has closed. */
  protected failed(error: unknown): void {
    if (isErrorAnswer(error)) this.ended({ stop: 'error', ...readError(error), told: {} })
  }

  protected ended(end: AcpTurnEnd): void {
    this.events.ended(end)
  }
}

/** Version 1 of the protocol: a prompt's answer ends its turn, and no update names the prompt. */
export class SessionV1 extends OpenSession {
  readonly version = 1
  /** Prompts without an answer; all prompts of a turn are answered together. */
  #open = 0

  prompt(...[, text, pictures]: Parameters<AcpSession['prompt']>): void {
    this.#open++
    this.put(text, pictures).then(
      (told) => this.ended({ stop: asText(told['stopReason']), code: null, errorName: '', words: '', told }),
      (error: unknown) => this.failed(error),
    )
  }

  /** Modes and models have their own requests; agents that don't know them get `set_config_option`. */
  async set(option: string, value: string): Promise<void> {
    const sessionId = this.id
    const byOption = (): Promise<Json> =>
      this.connection.request('session/set_config_option', { sessionId, configId: option, value })
    const requests: Readonly<Record<string, readonly [method: string, params: object]>> = {
      mode: ['session/set_mode', { sessionId, modeId: value }],
      model: ['session/set_model', { sessionId, modelId: value }],
    }
    const own = requests[option]
    if (own === undefined) return void (await byOption())
    try {
      await this.connection.request(...own)
    } catch (error) {
      if (asObject(error)['code'] !== -32601) throw error
      await byOption()
    }
  }

  protected override ended(end: AcpTurnEnd): void {
    this.#open--
    if (this.#open === 0) super.ended(end)
  }
}

/** Version 2 of the protocol: a prompt's answer confirms that it is in the conversation, with its id. */
export class SessionV2 extends OpenSession {
  readonly version = 2

  prompt(...[frame, text, pictures]: Parameters<AcpSession['prompt']>): void {
    this.put(text, pictures).then(
      (answer) => this.events.taken(frame, (answer as unknown as PromptResponse).messageId),
      (error: unknown) => this.failed(error),
    )
  }

  async set(option: string, value: string): Promise<void> {
    const request = { sessionId: this.id, configId: option, type: 'id', value }
    await this.connection.request('session/set_config_option', request)
  }

  hear(update: Json): void {
    if (update['sessionUpdate'] !== 'state_update' || update['state'] !== 'idle') return
    const stop = asText(update['stopReason']) || 'end_turn'
    this.ended({ stop, ...readError(asObject(update['error'])), told: update })
  }
}
