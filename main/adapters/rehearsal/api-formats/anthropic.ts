import { randomUUID } from 'node:crypto'
import type {
  ContentBlock,
  ContentBlockParam,
  Message,
  MessageCreateParams,
  MessageParam,
  RawContentBlockDelta,
  RawMessageStreamEvent,
} from '@anthropic-ai/sdk/resources/messages'
import {
  seenPicture,
  type ModelRequest,
  type ConversationItem,
  type OfferedTool,
  type Usage,
} from '../asked.ts'
import type { Utterance } from '../speaker.ts'
import { toolSearch } from '../tools.ts'
import { clip } from '../words.ts'
import {
  applyDelta,
  callBlock,
  endOfMessage,
  errorBody,
  frame,
  emptyAnswer,
  textBlock,
  thoughtBlock,
} from './anthropic-wire.ts'
import {
  deferredTools,
  foldedWords,
  isCutOff,
  isInterrupt,
  isOfOthers,
  isPlaceholder,
  isReminder,
  spokenWords,
  taskEnded,
} from './claude-words.ts'
import { textsOf, type AnswerWriter, type ApiFormat } from './api-format.ts'

/** Anthropic's Messages API, as the Claude CLI uses it. */
export const anthropic: ApiFormat = {
  wire: 'anthropic',
  read: ({ body }) => {
    const request = body as Partial<MessageCreateParams>
    if (typeof request.model !== 'string') return 'model: a string is required'
    if (!Array.isArray(request.messages)) return 'messages: a list is required'
    return readMessages(request as MessageCreateParams)
  },
  answer: ({ body }, { model }, usage) =>
    new MessageAnswer(model, 'stream' in body && body.stream === true, usage),
  error: (status, message) => errorBody(status, message),
}

export function readMessages(request: MessageCreateParams): ModelRequest {
  return {
    model: request.model,
    talk: request.messages.flatMap(entriesOf),
    tools: toolsOf(request),
    folder: null,
    aside: answerAside(request),
  }
}

/** Loaded tools, and deferred ones that have only a name. */
function toolsOf({ tools = [], messages }: MessageCreateParams): readonly OfferedTool[] {
  const loaded = tools.flatMap((tool) => ('name' in tool ? [tool.name] : []))
  const texts = messages.flatMap(({ role, content }) =>
    role === 'assistant' ? [] : textsOf(content).filter((text) => role === 'system' || isReminder(text)),
  )
  const named = loaded.includes(toolSearch) ? new Set(texts.flatMap(deferredTools)) : new Set<string>()
  const deferred = [...named].filter((name) => !loaded.includes(name))
  const behind = { search: toolSearch, call: null, isLookedUp: false }
  return [...loaded.map((name) => ({ name })), ...deferred.map((name) => ({ name, behind }))]
}

function entriesOf({ role, content }: MessageParam): readonly ConversationItem[] {
  if (role === 'system') {
    const texts = textsOf(content).flatMap(foldedWords)
    return texts.map((words) => ({ kind: 'prompt', words, instead: 'never' }))
  }
  const blocks = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content
  return role === 'user' ? blocks.flatMap(heardIn) : saidIn(blocks)
}

function saidIn(blocks: readonly ContentBlockParam[]): readonly ConversationItem[] {
  const calls = blocks.flatMap((block): ConversationItem[] =>
    block.type === 'tool_use' ? [{ kind: 'called', id: block.id, tool: block.name }] : [],
  )
  const words = textsOf(blocks).join('')
  if (calls.length === 0 && isPlaceholder(words)) return [{ kind: 'stopped' }]
  return [{ kind: 'said', words }, ...calls]
}

function heardIn(block: ContentBlockParam): readonly ConversationItem[] {
  if (block.type === 'tool_result') {
    const text = textsOf(block.content).join('\n')
    const failed = block.is_error === true
    return failed && isCutOff(text)
      ? [{ kind: 'stopped' }]
      : [{ kind: 'result', id: block.tool_use_id, text, failed }]
  }
  if (block.type === 'image') return [seenPicture]
  if (block.type !== 'text') return []
  if (isInterrupt(block.text)) return [{ kind: 'stopped' }]
  const words = spokenWords(block.text) || taskEnded(block.text)
  const all = words !== null ? [words] : isReminder(block.text) ? foldedWords(block.text) : []
  // Other agents' messages are put before the user's prompt, never after it.
  const instead = isOfOthers(block.text) ? 'behind anything' : 'behind a call'
  return all.map((one) => ({
    kind: 'prompt',
    words: one,
    instead: isReminder(block.text) ? 'never' : instead,
  }))
}

/** Answers the CLI's own background calls (title, summary, probe), which are no turns of the conversation. */
function answerAside(request: MessageCreateParams): string | null {
  const words = lastWords(request)
  if (/create a detailed summary of (the|this) conversation/i.test(words))
    return '<summary>\nA rehearsed conversation: scripted steps were taken, nothing is left to do.\n</summary>'
  if (request.max_tokens === 1) return 'Ok'
  if ((request.tools ?? []).length > 0) return null
  const schema = request.output_config?.format?.schema as { properties?: object } | undefined
  const title = clip(words, 50) || 'Rehearsal'
  // The requested JSON consists of titles.
  if (schema !== undefined)
    return JSON.stringify(
      Object.fromEntries(Object.keys(schema.properties ?? {}).map((name) => [name, title])),
    )
  const { system = '' } = request
  return /\btitle\b/i.test(textsOf(system).join('\n')) ? title : null
}

function lastWords({ messages }: MessageCreateParams): string {
  const content = messages.findLast((message) => message.role === 'user')?.content
  return spokenWords(textsOf(content).at(-1) ?? '')
}

class MessageAnswer implements AnswerWriter {
  readonly isStream: boolean
  readonly ping = frame({ type: 'ping' })
  readonly #message: Message

  constructor(model: string, isStream: boolean, usage: Omit<Usage, 'output'>) {
    this.isStream = isStream
    const id = `msg_rehearsal_${randomUUID().replaceAll('-', '')}`
    this.#message = emptyAnswer({ id, model, usage })
  }

  open(): string {
    return frame({ type: 'message_start', message: { ...this.#message, content: [] } })
  }

  put(utterance: Utterance): string {
    return [...this.#events(utterance)].map(frame).join('')
  }

  whole(): Message {
    return this.#message
  }

  *#events(utterance: Utterance): Generator<RawMessageStreamEvent> {
    if (utterance.kind === 'text') {
      if (this.#message.content.at(-1)?.type !== 'text') yield this.#begin(textBlock)
      return yield this.#append({ type: 'text_delta', text: utterance.text })
    }
    if (this.#message.content.at(-1)?.type === 'text') yield this.#close()
    if (utterance.kind === 'thought') {
      // Real thoughts have a signature.
      yield this.#begin(thoughtBlock)
      yield this.#append({ type: 'thinking_delta', thinking: utterance.text })
      yield this.#append({ type: 'signature_delta', signature: 'rehearsed' })
      yield this.#close()
    } else if (utterance.kind === 'call') {
      yield this.#begin(() => callBlock(utterance.id, utterance.tool))
      yield this.#append({ type: 'input_json_delta', partial_json: JSON.stringify(utterance.input) })
      yield this.#close()
    } else {
      this.#message.stop_reason = this.#message.content.at(-1)?.type === 'tool_use' ? 'tool_use' : 'end_turn'
      this.#message.usage.output_tokens = utterance.output
      yield* endOfMessage(this.#message)
    }
  }

  #begin(block: () => ContentBlock): RawMessageStreamEvent {
    const index = this.#message.content.push(block()) - 1
    return { type: 'content_block_start', index, content_block: block() }
  }

  #append(delta: RawContentBlockDelta): RawMessageStreamEvent {
    const block = this.#message.content.at(-1)
    if (block !== undefined) applyDelta(block, delta)
    return { type: 'content_block_delta', index: this.#message.content.length - 1, delta }
  }

  #close(): RawMessageStreamEvent {
    return { type: 'content_block_stop', index: this.#message.content.length - 1 }
  }
}
