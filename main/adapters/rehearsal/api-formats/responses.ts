import { randomUUID } from 'node:crypto'
import type { ModelRequest, ConversationItem, OfferedTool, Usage } from '../asked.ts'
import type { Utterance } from '../speaker.ts'
import { asideFor, folderIn, promptsIn, resultEntry } from './agents-words.ts'
import {
  event,
  openAiError,
  picturesIn,
  quietPing,
  textsOf,
  type AnswerWriter,
  type ApiFormat,
} from './api-format.ts'

/** The fields used, from requests of Codex. */
interface Request {
  readonly model: string
  readonly instructions?: string
  readonly input: string | readonly Item[]
  readonly tools?: readonly Tool[]
  readonly stream?: boolean
  readonly text?: { readonly format?: { readonly type?: string; readonly schema?: object } }
}

interface Item {
  readonly type?: string
  readonly role?: string
  readonly content?: unknown
  readonly name?: string
  readonly namespace?: string
  readonly call_id?: string
  readonly output?: unknown
}

interface Tool {
  readonly type: string
  readonly name?: string
  readonly tools?: readonly Tool[]
}

/** OpenAI's Responses API, as Codex uses it. */
export const responses: ApiFormat = {
  wire: 'responses',
  read: ({ body }) => {
    const request = body as Partial<Request>
    if (typeof request.model !== 'string') return 'model: a string is required'
    if (typeof request.input !== 'string' && !Array.isArray(request.input))
      return 'input: a text or a list is required'
    return readRequest(request as Request)
  },
  answer: ({ body }, asked, usage) => new ResponseAnswer(body as Request, asked, usage),
  error: openAiError,
}

function readRequest(request: Request): ModelRequest {
  const { model, input, instructions = '' } = request
  const items: readonly Item[] = typeof input === 'string' ? [{ role: 'user', content: input }] : input
  const talk = items.flatMap(entriesOf)
  const tools = (request.tools ?? []).flatMap(offeredIn)
  const aside = asideFor({
    talk,
    tools,
    system: instructions,
    schema: request.text?.format?.type === 'json_schema' ? (request.text.format.schema ?? null) : null,
  })
  const folder = folderIn(items.flatMap(({ content }) => textsOf(content)))
  return { model, talk, tools, folder, aside }
}

function offeredIn(tool: Tool): readonly OfferedTool[] {
  const { type, name = '', tools = [] } = tool
  if (type === 'namespace')
    return tools.flatMap(offeredIn).map((one) => ({ ...one, name: joined(name, one.name), namespace: name }))
  if (type === 'custom') return [{ name, takesText: true }]
  return type === 'function' ? [{ name }] : []
}

/** Codex has a namespace per server; the rehearsal model uses one name. */
const joined = (namespace: string, name: string): string => `${namespace.replace(/_*$/, '')}__${name}`

function entriesOf(item: Item): readonly ConversationItem[] {
  const { type = 'message', role, call_id: id = '', name = '' } = item
  if (type === 'message') {
    if (role === 'assistant') return [{ kind: 'said', words: textsOf(item.content).join('') }]
    return role === 'user' ? [...textsOf(item.content).flatMap(promptsIn), ...picturesIn(item.content)] : []
  }
  if (type.endsWith('call_output')) return [resultEntry(id, textsOf(item.output).join('\n'))]
  if (!type.endsWith('call')) return []
  return [{ kind: 'called', id, tool: item.namespace === undefined ? name : joined(item.namespace, name) }]
}

type OutputItem = { readonly type: string; readonly id: string } & Record<string, unknown>

class ResponseAnswer implements AnswerWriter {
  readonly isStream: boolean
  readonly ping = quietPing
  readonly #id = `resp_rehearsal_${randomUUID().replaceAll('-', '')}`
  readonly #model: string
  readonly #tools: readonly OfferedTool[]
  readonly #usage: Omit<Usage, 'output'>
  readonly #output: OutputItem[] = []
  #text: { readonly id: string; said: string } | null = null
  #end: object = { status: 'in_progress', usage: null }
  #sequence = 0

  constructor(request: Request, { model, tools }: ModelRequest, usage: Omit<Usage, 'output'>) {
    this.isStream = request.stream === true
    this.#model = model
    this.#tools = tools
    this.#usage = usage
  }

  open(): string {
    const response = this.whole()
    return this.#event('response.created', { response }) + this.#event('response.in_progress', { response })
  }

  put(utterance: Utterance): string {
    if (utterance.kind === 'text') return this.#say(utterance.text)
    const before = this.#closeText()
    if (utterance.kind === 'thought') return before + this.#muse(utterance.text)
    if (utterance.kind === 'call') return before + this.#item(this.#call(utterance))
    const { fresh, cached } = this.#usage
    const usage = {
      input_tokens: fresh + cached,
      input_tokens_details: { cached_tokens: cached },
      output_tokens: utterance.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: fresh + cached + utterance.output,
    }
    this.#end = { status: 'completed', usage }
    return before + this.#event('response.completed', { response: this.whole() })
  }

  whole(): object {
    return {
      id: this.#id,
      object: 'response',
      created_at: 0,
      model: this.#model,
      error: null,
      incomplete_details: null,
      output: [...this.#output],
      parallel_tool_calls: false,
      ...this.#end,
    }
  }

  #say(delta: string): string {
    const isNew = this.#text === null
    const text = (this.#text ??= { id: this.#newId('msg'), said: '' })
    text.said += delta
    const place = { item_id: text.id, output_index: this.#output.length, content_index: 0 }
    const begun = isNew
      ? this.#event('response.output_item.added', {
          output_index: place.output_index,
          item: { ...message(text.id, ''), status: 'in_progress', content: [] },
        }) + this.#event('response.content_part.added', { ...place, part: outputText('') })
      : ''
    return begun + this.#event('response.output_text.delta', { ...place, delta, logprobs: [] })
  }

  #closeText(): string {
    if (this.#text === null) return ''
    const { id, said } = this.#text
    this.#text = null
    const place = { item_id: id, output_index: this.#output.length, content_index: 0 }
    return (
      this.#event('response.output_text.done', { ...place, text: said, logprobs: [] }) +
      this.#event('response.content_part.done', { ...place, part: outputText(said) }) +
      this.#done(message(id, said))
    )
  }

  #muse(text: string): string {
    const id = this.#newId('rs')
    const place = { item_id: id, output_index: this.#output.length, summary_index: 0 }
    const item = { type: 'reasoning', id, summary: [{ type: 'summary_text', text }] }
    return (
      this.#event('response.output_item.added', {
        output_index: place.output_index,
        item: { ...item, summary: [] },
      }) +
      this.#event('response.reasoning_summary_part.added', {
        ...place,
        part: { type: 'summary_text', text: '' },
      }) +
      this.#event('response.reasoning_summary_text.delta', { ...place, delta: text }) +
      this.#event('response.reasoning_summary_text.done', { ...place, text }) +
      this.#event('response.reasoning_summary_part.done', {
        ...place,
        part: { type: 'summary_text', text },
      }) +
      this.#done(item)
    )
  }

  #call({ id: callId, tool, input }: Utterance & { readonly kind: 'call' }): OutputItem {
    const offered = this.#tools.find(({ name }) => name === tool)
    if (offered?.takesText === true)
      return {
        type: 'custom_tool_call',
        id: this.#newId('ctc'),
        status: 'completed',
        call_id: callId,
        name: tool,
        input: typeof input['input'] === 'string' ? input['input'] : JSON.stringify(input),
      }
    const namespace = offered?.namespace
    const name = namespace === undefined ? tool : tool.slice(joined(namespace, '').length)
    return {
      type: 'function_call',
      id: this.#newId('fc'),
      status: 'completed',
      call_id: callId,
      name,
      ...(namespace === undefined ? {} : { namespace }),
      arguments: JSON.stringify(input),
    }
  }

  #item(item: OutputItem): string {
    const output_index = this.#output.length
    const begun = {
      ...item,
      status: 'in_progress',
      ...('arguments' in item ? { arguments: '' } : { input: '' }),
    }
    const place = { item_id: item.id, output_index }
    const given =
      'arguments' in item
        ? this.#event('response.function_call_arguments.delta', { ...place, delta: item['arguments'] }) +
          this.#event('response.function_call_arguments.done', { ...place, arguments: item['arguments'] })
        : this.#event('response.custom_tool_call_input.delta', { ...place, delta: item['input'] }) +
          this.#event('response.custom_tool_call_input.done', { ...place, input: item['input'] })
    return this.#event('response.output_item.added', { output_index, item: begun }) + given + this.#done(item)
  }

  #done(item: OutputItem): string {
    const output_index = this.#output.push(item) - 1
    return this.#event('response.output_item.done', { output_index, item })
  }

  #newId(kind: string): string {
    return `${kind}_rehearsal_${randomUUID().replaceAll('-', '')}`
  }

  #event(type: string, fields: object): string {
    return event({ type, sequence_number: this.#sequence++, ...fields }, type)
  }
}

function message(id: string, text: string): OutputItem {
  return { type: 'message', id, status: 'completed', role: 'assistant', content: [outputText(text)] }
}

function outputText(text: string): object {
  return { type: 'output_text', text, annotations: [], logprobs: [] }
}
