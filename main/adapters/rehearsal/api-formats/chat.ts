import { randomUUID } from 'node:crypto'
import type { BackgroundAnswer, ModelRequest, ConversationItem, OfferedTool, Usage } from '../asked.ts'
import type { Utterance } from '../speaker.ts'
import { bridge } from '../tools.ts'
import { asideFor, folderIn, inputFor, promptsIn, resultEntry, withStops } from './agents-words.ts'
import {
  event,
  openAiError,
  picturesIn,
  quietPing,
  textsOf,
  type AnswerWriter,
  type ApiFormat,
} from './api-format.ts'

/** The fields used, from requests of OpenCode, Qwen and Copilot. */
interface Request {
  readonly model: string
  readonly messages: readonly Message[]
  readonly tools?: readonly { readonly function?: Declared }[]
  readonly stream?: boolean
  readonly response_format?: { readonly type?: string; readonly json_schema?: { readonly schema?: object } }
}

interface Declared {
  readonly name: string
  readonly parameters?: { readonly properties?: object }
}

interface Message {
  readonly role: string
  readonly content?: unknown
  readonly tool_call_id?: string
  readonly tool_calls?: readonly { readonly id: string; readonly function?: Called }[]
}

/** OpenAI's Chat Completions API. */
export const chat: ApiFormat = {
  wire: 'chat',
  read: ({ body }) => {
    const request = body as Partial<Request>
    if (typeof request.model !== 'string') return 'model: a string is required'
    if (!Array.isArray(request.messages)) return 'messages: a list is required'
    return readRequest(request as Request)
  },
  answer: ({ body }, { model }, usage) => new Completion(model, body as Request, usage),
  error: openAiError,
}

const declared = ({ name, parameters }: Declared): OfferedTool => ({
  name,
  takes: Object.keys(parameters?.properties ?? {}),
})

function readRequest(request: Request): ModelRequest {
  const { model, messages, response_format: format } = request
  const talk = withStops(messages.flatMap(entriesOf))
  const offered = (request.tools ?? []).flatMap((tool) =>
    tool.function === undefined ? [] : [declared(tool.function)],
  )
  const tools = [...offered, ...toldOf(request, offered, talk)]
  const system = messages
    .flatMap(({ role, content }) => (role === 'system' ? textsOf(content) : []))
    .join('\n')
  const schema = format?.type === 'json_schema' ? (format.json_schema?.schema ?? null) : null
  const texts = messages.filter(({ role }) => role !== 'tool').flatMap(({ content }) => textsOf(content))
  const aside = wantedCall(request) ?? asideFor({ talk, tools, system, schema })
  return { model, talk, tools, folder: folderIn(texts), aside }
}

function entriesOf({
  role,
  content,
  tool_call_id: id = '',
  tool_calls: calls = [],
}: Message): readonly ConversationItem[] {
  if (role === 'user') return [...textsOf(content).flatMap(promptsIn), ...picturesIn(content)]
  if (role === 'tool') return [resultEntry(id, textsOf(content).join('\n'))]
  if (role !== 'assistant') return []
  const words = textsOf(content).join('')
  return [
    ...(calls.length > 0 && words === '' ? [] : [{ kind: 'said' as const, words }]),
    ...calls.map((call): ConversationItem => ({
      kind: 'called',
      id: call.id,
      tool: call.function === undefined ? '' : toolOf(call.function),
    })),
  ]
}

/** Qwen asks some questions, such as whether a call is allowed, with a tool that only carries the answer. */
function wantedCall({ tools = [] }: Request): BackgroundAnswer | null {
  const [only] = tools
  if (tools.length !== 1 || only?.function?.name !== 'respond_in_schema') return null
  return { tool: only.function.name, input: inputFor(only.function.parameters ?? {}) }
}

/** Qwen lists server tools only by name, in a reminder; their schema must be looked up before a call. */
function toldOf(
  { messages }: Request,
  offered: readonly OfferedTool[],
  talk: readonly ConversationItem[],
): readonly OfferedTool[] {
  if (!offered.some(({ name }) => name === bridge.call)) return []
  const texts = messages.flatMap(({ role, content }) => (role === 'user' ? textsOf(content) : []))
  const names = texts.flatMap((text) => text.match(/(?<=^- ")mcp__[\w-]+(?=":)/gm) ?? [])
  return [...new Set(names)].map((name) => ({
    name,
    behind: {
      ...bridge,
      isLookedUp: talk.some((entry) => entry.kind === 'result' && entry.text.includes(`"${name}"`)),
    },
  }))
}

/** Resolves calls through Qwen's bridge tool. */
function toolOf({ name, arguments: given = '{}' }: Called): string {
  if (name !== bridge.call) return name
  return (JSON.parse(given) as { readonly name?: string }).name ?? name
}

interface Called {
  readonly name: string
  readonly arguments?: string
}

interface ToolCall {
  readonly id: string
  readonly type: 'function'
  readonly function: { readonly name: string; readonly arguments: string }
}

class Completion implements AnswerWriter {
  readonly isStream: boolean
  readonly ping = quietPing
  readonly #head: { readonly id: string; readonly created: number; readonly model: string }
  readonly #input: Omit<Usage, 'output'>
  readonly #calls: ToolCall[] = []
  #said = ''
  #usage: object | null = null

  constructor(model: string, request: Request, usage: Omit<Usage, 'output'>) {
    this.isStream = request.stream === true
    this.#head = { id: `chatcmpl-rehearsal-${randomUUID()}`, created: 0, model }
    this.#input = usage
  }

  open(): string {
    return this.#chunk({ role: 'assistant', content: '' })
  }

  put(utterance: Utterance): string {
    if (utterance.kind === 'thought') return this.#chunk({ reasoning_content: utterance.text })
    if (utterance.kind === 'text') {
      this.#said += utterance.text
      return this.#chunk({ content: utterance.text })
    }
    if (utterance.kind === 'call') {
      const { id, tool: name, input } = utterance
      const call: ToolCall = { id, type: 'function', function: { name, arguments: JSON.stringify(input) } }
      const index = this.#calls.push(call) - 1
      return this.#chunk({ tool_calls: [{ index, ...call }] })
    }
    const { fresh, cached } = this.#input
    this.#usage = {
      prompt_tokens: fresh + cached,
      completion_tokens: utterance.output,
      total_tokens: fresh + cached + utterance.output,
      prompt_tokens_details: { cached_tokens: cached },
      completion_tokens_details: { reasoning_tokens: 0 },
    }
    const last = { ...this.#head, object: 'chat.completion.chunk', choices: [], usage: this.#usage }
    return this.#chunk({}, this.#reason) + event(last) + event('[DONE]')
  }

  whole(): object {
    const calls = this.#calls.length === 0 ? {} : { tool_calls: this.#calls }
    const message = { role: 'assistant', content: this.#said || null, refusal: null, ...calls }
    return {
      ...this.#head,
      object: 'chat.completion',
      usage: this.#usage,
      choices: [{ index: 0, message, finish_reason: this.#reason, logprobs: null }],
    }
  }

  get #reason(): 'tool_calls' | 'stop' {
    return this.#calls.length > 0 ? 'tool_calls' : 'stop'
  }

  #chunk(delta: object, finish_reason: string | null = null): string {
    const choices = [{ index: 0, delta, finish_reason, logprobs: null }]
    return event({ ...this.#head, object: 'chat.completion.chunk', choices })
  }
}
