import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MessageCreateParams, RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages'
import { endOfMessage, frame, newMessage, textBlock } from '../main/adapters/rehearsal/wire.ts'

/** What a model says to the last prompt of a request. */
type Says = (prompt: string, who: string) => string

/**
 * A loopback model that answers everything in one go and counts what it is asked, told apart by who asks: the name
 * behind "You are **" in the request. What a CLI asks without tools is an errand of its own and no turn.
 */
export class CountingModel {
  readonly url: string
  /** Requests so far, by who asked. */
  readonly turns = new Map<string, number>()
  errands = 0
  readonly #server: ReturnType<typeof createServer>
  readonly #says: Says

  static async start(says: Says): Promise<CountingModel> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new CountingModel(server, says)
  }

  private constructor(server: ReturnType<typeof createServer>, says: Says) {
    this.#server = server
    this.#says = says
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on('request', (req, res) => void this.#answer(req, res))
  }

  /** All turns so far. */
  get all(): number {
    return [...this.turns.values()].reduce((sum, count) => sum + count, 0)
  }

  /** Begins to count anew. */
  forget(): void {
    this.turns.clear()
    this.errands = 0
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of req as AsyncIterable<Buffer>) parts.push(part)
    const text = Buffer.concat(parts).toString()
    if (!req.url?.startsWith('/v1/messages') || req.url.includes('count_tokens')) {
      return void res.setHeader('content-type', 'application/json').end('{"input_tokens":1}')
    }
    const body = JSON.parse(text) as MessageCreateParams
    const who = /You are \*\*(.+?)\*\*/.exec(text)?.[1] ?? 'nobody'
    if (!body.tools?.length) this.errands += 1
    else this.turns.set(who, (this.turns.get(who) ?? 0) + 1)
    const chars = { all: text.length, fresh: 400 }
    const message = newMessage({ id: `msg_${this.all}_${this.errands}`, model: body.model, chars })
    const answer = this.#says(lastPrompt(body), who)
    message.content = [{ ...textBlock(), text: answer } as (typeof message.content)[number]]
    message.stop_reason = 'end_turn'
    if (body.stream !== true) {
      return void res.setHeader('content-type', 'application/json').end(JSON.stringify(message))
    }
    res.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    const events: RawMessageStreamEvent[] = [
      { type: 'message_start', message: { ...message, content: [] } },
      { type: 'content_block_start', index: 0, content_block: textBlock() },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: answer } },
      { type: 'content_block_stop', index: 0 },
      ...endOfMessage(message),
    ]
    res.end(events.map(frame).join(''))
  }
}

/** The text of the newest prompt. */
function lastPrompt({ messages }: MessageCreateParams): string {
  const content = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  if (typeof content === 'string') return content
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
}
