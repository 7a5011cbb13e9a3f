import type { Picture } from '../../ports/attachments.ts'
import type { NewSessionRequest, PromptRequest, PromptResponse } from '@agentclientprotocol/sdk'
import type { Connection } from './connection.ts'
import type { Session, SessionEvents } from './session.ts'
import { contentOf, isAnswer, readError } from './session.ts'
import { asObject, asText, type Json } from '../../adapters/processes/json.ts'

type Servers = NewSessionRequest['mcpServers']

/** Version 1 of the protocol: the answer to a prompt is the end of its turn, and nothing before it names the prompt. */
export class SessionV1 implements Session {
  readonly version = 1
  readonly id: string
  readonly #connection: Connection
  readonly #events: SessionEvents
  /** Prompts without an answer: those of one turn are answered together. */
  #open = 0

  constructor(id: string, connection: Connection, events: SessionEvents) {
    this.id = id
    this.#connection = connection
    this.#events = events
  }

  prompt(_frame: string, text: string, pictures: readonly Picture[]): void {
    this.#open++
    const request: PromptRequest = { sessionId: this.id, prompt: contentOf(text, pictures) }
    this.#connection.request('session/prompt', request).then(
      (answer) => {
        const { stopReason } = answer as unknown as PromptResponse
        this.#answered({ stop: asText(stopReason), code: null, errorName: '', words: '', told: answer })
      },
      (error: unknown) => {
        if (isAnswer(error)) this.#answered({ stop: 'error', ...readError(error), told: {} })
      },
    )
  }

  async steer(text: string, pictures: readonly Picture[]): Promise<boolean> {
    const answer = await this.#connection.request('_session/steering', steering(this.id, text, pictures))
    return isSteered(answer)
  }

  cancel(): void {
    this.#connection.notify('session/cancel', { sessionId: this.id })
  }

  async set(option: string, value: string): Promise<void> {
    await setOf(this.#connection, this.id, option, value)
  }

  #answered(end: Parameters<SessionEvents['ended']>[0]): void {
    this.#open--
    if (this.#open === 0) this.#events.ended(end)
  }
}

/** Modes and models have requests of their own; an agent that knows only its options is asked in that way. */
async function setOf(
  connection: Connection,
  sessionId: string,
  option: string,
  value: string,
): Promise<void> {
  const byOption = (): Promise<Json> =>
    connection.request('session/set_config_option', { sessionId, configId: option, value })
  const requests: Readonly<Record<string, readonly [method: string, params: object]>> = {
    mode: ['session/set_mode', { sessionId, modeId: value }],
    model: ['session/set_model', { sessionId, modelId: value }],
  }
  const own = requests[option]
  if (own === undefined) return void (await byOption())
  try {
    await connection.request(...own)
  } catch (error) {
    if (asObject(error)['code'] !== -32601) throw error
    await byOption()
  }
}

/** What opens a session: a new one, or one that goes on. */
export function openingV1(cwd: string, mcpServers: Servers): NewSessionRequest {
  return { cwd, mcpServers }
}

/** Words for the turn that runs; without one nothing is done with them. */
export function steering(sessionId: string, text: string, pictures: readonly Picture[] = []): object {
  return {
    sessionId,
    prompt: contentOf(text, pictures),
    _meta: { steering: { idleBehavior: 'promptRequired' } },
  }
}

/** Whether the words went into the turn. */
export function isSteered(answer: Json): boolean {
  const outcome = asText(answer['outcome']) || asText(answer['status'])
  return !/required|idle|rejected|not/i.test(outcome)
}
