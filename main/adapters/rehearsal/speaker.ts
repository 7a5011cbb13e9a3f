import { randomUUID } from 'node:crypto'
import type {
  Message,
  RawContentBlockDelta,
  RawMessageStreamEvent,
} from '@anthropic-ai/sdk/resources/messages'
import { callId } from './conversation.ts'
import type { Piece } from './plan.ts'
import { applyDelta, callBlock, endOfMessage, textBlock, thoughtBlock, tokens } from './wire.ts'

/** What a speaker needs from its surroundings; both reject when the listener is gone. */
export interface Pacing {
  /** Waits `ms` milliseconds. */
  pause(ms: number): Promise<void>
  /** Waits until the gate is opened. */
  gate(name: string): Promise<void>
}

/** Characters of one delta when nothing slows it down. */
const CHUNK = 48

/** Speaks an answer into `message`, event by event: text pieces are one block, each on a line of its own. */
export async function* speak(
  message: Message,
  pieces: Piece[],
  pacing: Pacing,
): AsyncGenerator<RawMessageStreamEvent> {
  yield { type: 'message_start', message: { ...message, content: [] } }
  let written = 0
  for (const piece of pieces) {
    if (piece.do === 'think') await pacing.pause(piece.ms)
    else if (piece.do === 'wait') await pacing.gate(piece.name)
    else if (piece.do === 'muse') yield* muse(message, piece.text)
    else if (piece.do === 'call') {
      yield* closeText(message)
      yield* call(message, piece)
      written += JSON.stringify(piece.input).length
    } else {
      const text = message.content.some(({ type }) => type === 'text') ? `\n${piece.text}` : piece.text
      yield* write(message, text, piece.ms, pacing)
      written += text.length
    }
  }
  yield* closeText(message)
  message.stop_reason = message.content.at(-1)?.type === 'tool_use' ? 'tool_use' : 'end_turn'
  message.usage.output_tokens = tokens(written)
  yield* endOfMessage(message)
}

async function* write(
  message: Message,
  text: string,
  ms: number,
  pacing: Pacing,
): AsyncGenerator<RawMessageStreamEvent> {
  if (message.content.at(-1)?.type !== 'text') {
    message.content.push(textBlock())
    yield { type: 'content_block_start', index: message.content.length - 1, content_block: textBlock() }
  }
  const chunks = ms > 0 ? words(text) : slices(text)
  for (const chunk of chunks) {
    if (ms > 0) await pacing.pause(ms / chunks.length)
    yield* append(message, { type: 'text_delta', text: chunk })
  }
}

/** Thoughts are a block of their own, signed as the real ones are. */
function* muse(message: Message, text: string): Generator<RawMessageStreamEvent> {
  yield* closeText(message)
  message.content.push(thoughtBlock())
  yield { type: 'content_block_start', index: message.content.length - 1, content_block: thoughtBlock() }
  yield* append(message, { type: 'thinking_delta', thinking: text })
  yield* append(message, { type: 'signature_delta', signature: 'rehearsed' })
  yield* closeBlock(message)
}

function* call(
  message: Message,
  { tool, input, done }: Piece & { do: 'call' },
): Generator<RawMessageStreamEvent> {
  const id = callId(done, randomUUID().slice(0, 13).replace('-', ''))
  message.content.push(callBlock(id, tool))
  yield { type: 'content_block_start', index: message.content.length - 1, content_block: callBlock(id, tool) }
  yield* append(message, { type: 'input_json_delta', partial_json: JSON.stringify(input) })
  yield* closeBlock(message)
}

function* append(message: Message, delta: RawContentBlockDelta): Generator<RawMessageStreamEvent> {
  const block = message.content.at(-1)
  if (block !== undefined) applyDelta(block, delta)
  yield { type: 'content_block_delta', index: message.content.length - 1, delta }
}

function* closeText(message: Message): Generator<RawMessageStreamEvent> {
  if (message.content.at(-1)?.type === 'text') yield* closeBlock(message)
}

function* closeBlock(message: Message): Generator<RawMessageStreamEvent> {
  yield { type: 'content_block_stop', index: message.content.length - 1 }
}

function words(text: string): string[] {
  return text.match(/\s*\S+/g) ?? [text]
}

function slices(text: string): string[] {
  const letters = [...text]
  const slices: string[] = []
  for (let at = 0; at < letters.length; at += CHUNK) slices.push(letters.slice(at, at + CHUNK).join(''))
  return slices
}
