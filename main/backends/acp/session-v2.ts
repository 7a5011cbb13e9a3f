import type { Picture } from '../../ports/attachments.ts'
import type { PromptRequest, PromptResponse } from '@agentclientprotocol/sdk/experimental/v2'
import type { Connection } from './connection.ts'
import { isSteered, steering } from './session-v1.ts'
import { contentOf, isAnswer, readError, type Session, type SessionEvents } from './session.ts'
import { asObject, asText, type Json } from '../../adapters/processes/json.ts'

/** Version 2 of the protocol: the answer to a prompt says that it is in the conversation, and under which id. */
export class SessionV2 implements Session {
  readonly version = 2
  readonly id: string
  readonly #connection: Connection
  readonly #events: SessionEvents

  constructor(id: string, connection: Connection, events: SessionEvents) {
    this.id = id
    this.#connection = connection
    this.#events = events
  }

  prompt(frame: string, text: string, pictures: readonly Picture[]): void {
    const request: PromptRequest = { sessionId: this.id, prompt: contentOf(text, pictures) }
    this.#connection.request('session/prompt', request).then(
      (answer) => this.#events.taken(frame, (answer as unknown as PromptResponse).messageId),
      (error: unknown) => {
        if (isAnswer(error)) this.#events.ended({ stop: 'error', ...readError(error), told: {} })
      },
    )
  }

  async steer(text: string, pictures: readonly Picture[]): Promise<boolean> {
    return isSteered(await this.#connection.request('_session/steering', steering(this.id, text, pictures)))
  }

  cancel(): void {
    this.#connection.notify('session/cancel', { sessionId: this.id })
  }

  async set(option: string, value: string): Promise<void> {
    const request = { sessionId: this.id, configId: option, type: 'id', value }
    await this.#connection.request('session/set_config_option', request)
  }

  /** Says that the turn is over, if this is what an update says. */
  hear(update: Json): void {
    if (update['sessionUpdate'] !== 'state_update' || update['state'] !== 'idle') return
    const error = asObject(update['error'])
    const stop = asText(update['stopReason']) || 'end_turn'
    this.#events.ended({ stop, ...readError(error), told: update })
  }
}
