import type {
  ContentBlock,
  Message,
  MessageDeltaUsage,
  RawContentBlockDelta,
  RawMessageStreamEvent,
  Usage,
} from '@anthropic-ai/sdk/resources/messages'

/** What `newMessage` needs: ids and models are free text. */
interface MessageStart {
  id: string
  model: string
  /** Tokens of the input: what is new, what was there before. */
  usage: { fresh: number; cached: number }
}

/** An answer before its first word. */
export function emptyAnswer({ id, model, usage }: MessageStart): Message {
  return {
    id,
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    container: null,
    diagnostics: null,
    stop_details: null,
    stop_reason: null,
    stop_sequence: null,
    usage: usageOf(usage.fresh, usage.cached),
  }
}

/** An open text block. */
export function textBlock(): ContentBlock {
  return { type: 'text', text: '', citations: null }
}

/** An open block of thoughts. */
export function thoughtBlock(): ContentBlock {
  return { type: 'thinking', thinking: '', signature: '' }
}

/** An open tool call; its input follows as one delta of JSON. */
export function callBlock(id: string, name: string): ContentBlock {
  return { type: 'tool_use', id, name, input: {}, caller: { type: 'direct' } }
}

/** The two events that end an answer. */
export function endOfMessage(message: Message): RawMessageStreamEvent[] {
  return [
    {
      type: 'message_delta',
      delta: {
        container: null,
        stop_details: null,
        stop_reason: message.stop_reason,
        stop_sequence: null,
      },
      usage: deltaUsage(message.usage),
    },
    { type: 'message_stop' },
  ]
}

/** An event as it stands in a `text/event-stream`. */
export function frame(event: RawMessageStreamEvent | { type: 'ping' }): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}

const errors: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}

/** The body of an error answer. */
export function errorBody(status: number, message: string) {
  const type = errors[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error')
  return { type: 'error', error: { type, message } }
}

/** Puts a delta into the block it belongs to, as a client would. */
export function applyDelta(block: ContentBlock, delta: RawContentBlockDelta): void {
  if (block.type === 'text' && delta.type === 'text_delta') block.text += delta.text
  if (block.type === 'thinking' && delta.type === 'thinking_delta') block.thinking += delta.thinking
  if (block.type === 'thinking' && delta.type === 'signature_delta') block.signature = delta.signature
  if (block.type === 'tool_use' && delta.type === 'input_json_delta')
    block.input = JSON.parse(delta.partial_json)
}

function usageOf(input: number, cached: number): Usage {
  return {
    input_tokens: input,
    output_tokens: 1,
    cache_creation: null,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cached,
    inference_geo: null,
    output_tokens_details: null,
    server_tool_use: null,
    service_tier: 'standard',
    speed: null,
  }
}

function deltaUsage({ input_tokens, output_tokens, cache_read_input_tokens }: Usage): MessageDeltaUsage {
  return {
    input_tokens,
    output_tokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens,
    output_tokens_details: null,
    server_tool_use: null,
  }
}
