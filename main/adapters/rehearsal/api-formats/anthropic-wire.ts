import type {
  ContentBlock,
  Message,
  MessageDeltaUsage,
  RawContentBlockDelta,
  RawMessageStreamEvent,
  Usage,
} from '@anthropic-ai/sdk/resources/messages'

interface MessageStart {
  id: string
  model: string
  /** Tokens of the input: new and cached. */
  usage: { fresh: number; cached: number }
}

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

export function textBlock(): ContentBlock {
  return { type: 'text', text: '', citations: null }
}

export function thoughtBlock(): ContentBlock {
  return { type: 'thinking', thinking: '', signature: '' }
}

/** The input follows as one JSON delta. */
export function callBlock(id: string, name: string): ContentBlock {
  return { type: 'tool_use', id, name, input: {}, caller: { type: 'direct' } }
}

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

export function errorBody(status: number, message: string) {
  const type = errors[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error')
  return { type: 'error', error: { type, message } }
}

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
