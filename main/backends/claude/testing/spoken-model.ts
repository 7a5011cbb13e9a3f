import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { ContentBlock, Message, RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages'
import {
  callBlock,
  endOfMessage,
  frame,
  emptyAnswer,
  textBlock,
  thoughtBlock,
} from '../../../adapters/rehearsal/api-formats/anthropic-wire.ts'
import { close, listen } from '../../../testkit/local-server.ts'

export type Spoken =
  | { readonly text: string }
  | { readonly thought: string }
  | { readonly tool: string; readonly input: Record<string, unknown> }

/** `stop`: the stop reason; `cut`: the connection breaks after the last block. */
export interface SpokenAnswer {
  readonly blocks: readonly Spoken[]
  readonly stop?: Message['stop_reason']
  readonly cut?: true
  /** Waits after its last block until it is interrupted. */
  readonly held?: true
}

/** A loopback model that answers each request with tools by the next scripted answer. */
export class SpokenModel {
  readonly url: string
  readonly #server: ReturnType<typeof createServer>
  readonly #answers: SpokenAnswer[] = []
  #asked = 0
  #reached: () => void = () => {}

  static async start(): Promise<SpokenModel> {
    const server = createServer()
    return new SpokenModel(server, await listen(server))
  }

  private constructor(server: ReturnType<typeof createServer>, address: string) {
    this.#server = server
    this.url = address
    server.on('request', (req, res) => void this.#answer(req, res))
  }

  get asked(): number {
    return this.#asked
  }

  /** Queues answers; without one the model answers `…`. */
  says(...answers: readonly SpokenAnswer[]): void {
    this.#answers.push(...answers)
  }

  /** Resolves when a `held` answer waits. */
  held(): Promise<void> {
    return new Promise((resolve) => (this.#reached = resolve))
  }

  close(): Promise<void> {
    return close(this.#server)
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of req as AsyncIterable<Buffer>) parts.push(part)
    const body = JSON.parse(Buffer.concat(parts).toString() || '{}') as {
      readonly model?: string
      readonly stream?: boolean
      readonly tools?: readonly unknown[]
    }
    // The CLI's background calls have no tools and are not part of the conversation.
    const isBackgroundCall = !body.tools?.length
    if (!isBackgroundCall) this.#asked++
    const answer = (isBackgroundCall ? undefined : this.#answers.shift()) ?? { blocks: [{ text: '…' }] }
    const message = emptyAnswer({
      id: `msg_${this.#asked}`,
      model: body.model ?? '',
      usage: { fresh: 1, cached: 9 },
    })
    const events = [...eventsOf(message, answer)]
    if (body.stream !== true)
      return void res.setHeader('content-type', 'application/json').end(JSON.stringify(message))
    res.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    for (const event of events) res.write(frame(event))
    if (answer.held) this.#reached()
    else if (answer.cut) res.destroy()
    else res.end()
  }
}

function* eventsOf(message: Message, answer: SpokenAnswer): Generator<RawMessageStreamEvent> {
  yield { type: 'message_start', message: { ...message, content: [] } }
  for (const [index, spoken] of answer.blocks.entries()) {
    const [empty, whole, delta] = blockOf(spoken, index)
    message.content.push(whole)
    yield { type: 'content_block_start', index, content_block: empty }
    yield { type: 'content_block_delta', index, delta }
    if ((answer.held || answer.cut) && index === answer.blocks.length - 1) return
    yield { type: 'content_block_stop', index }
  }
  const calls = message.content.some(({ type }) => type === 'tool_use')
  message.stop_reason = answer.stop ?? (calls ? 'tool_use' : 'end_turn')
  yield* endOfMessage(message)
}

type Delta = Extract<RawMessageStreamEvent, { type: 'content_block_delta' }>['delta']

function blockOf(spoken: Spoken, index: number): [ContentBlock, ContentBlock, Delta] {
  if ('text' in spoken) {
    const { text } = spoken
    return [textBlock(), { ...textBlock(), text } as ContentBlock, { type: 'text_delta', text }]
  }
  if ('thought' in spoken) {
    const thinking = spoken.thought
    return [
      thoughtBlock(),
      { ...thoughtBlock(), thinking } as ContentBlock,
      { type: 'thinking_delta', thinking },
    ]
  }
  const empty = callBlock(`toolu_${index}_${Math.trunc(performance.now() * 1000)}`, spoken.tool)
  const partial_json = JSON.stringify(spoken.input)
  return [
    empty,
    { ...empty, input: spoken.input } as ContentBlock,
    { type: 'input_json_delta', partial_json },
  ]
}
