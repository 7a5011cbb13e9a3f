import { randomUUID } from 'node:crypto'
import { seenPicture, type ModelRequest, type ConversationItem, type Usage } from '../asked.ts'
import type { Utterance } from '../speaker.ts'
import { asideFor, folderIn, promptsIn, resultEntry } from './agents-words.ts'
import { event, quietPing, type AnswerWriter, type ApiRequest, type ApiFormat } from './api-format.ts'

/** The fields used, from requests of Gemini CLI. */
interface Request {
  readonly contents: readonly Content[]
  readonly systemInstruction?: Content
  readonly tools?: readonly {
    readonly functionDeclarations?: readonly {
      readonly name: string
      readonly parametersJsonSchema?: { readonly properties?: object }
    }[]
  }[]
  readonly generationConfig?: {
    readonly responseMimeType?: string
    readonly responseSchema?: object
    readonly responseJsonSchema?: object
  }
}

interface Content {
  readonly role?: string
  readonly parts?: readonly Part[]
}

interface Part {
  readonly text?: string
  readonly inlineData?: object
  readonly thought?: boolean
  readonly functionCall?: { readonly id?: string; readonly name: string; readonly args?: object }
  readonly functionResponse?: {
    readonly id?: string
    readonly name: string
    readonly response?: Readonly<Record<string, unknown>>
  }
}

export const gemini: ApiFormat = {
  wire: 'gemini',
  read: ({ path, body }) => {
    const request = body as Partial<Request>
    if (!Array.isArray(request.contents)) return 'contents: a list is required'
    return readRequest(modelIn(path), request as Request)
  },
  answer: (arrived, { model }, usage) => new Generated(arrived, model, usage),
  error: (status, message) => ({ error: { code: status, message, status: statuses[status] ?? 'INTERNAL' } }),
}

const statuses: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
}

const modelIn = (path: string): string => /\/models\/([^/:]+):/.exec(path)?.[1] ?? ''

function readRequest(model: string, request: Request): ModelRequest {
  const { contents, systemInstruction: system, generationConfig: config } = request
  const talk = contents.flatMap(({ role, parts = [] }) => parts.flatMap((part) => entriesOf(part, role)))
  const tools = (request.tools ?? []).flatMap(({ functionDeclarations = [] }) =>
    functionDeclarations.map(({ name, parametersJsonSchema: schema }) => ({
      name,
      takes: Object.keys(schema?.properties ?? {}),
    })),
  )
  const schema = config?.responseJsonSchema ?? config?.responseSchema ?? null
  const words = (system?.parts ?? []).map(({ text = '' }) => text).join('\n')
  const wantsJson = config?.responseMimeType === 'application/json'
  const texts = contents.flatMap(({ parts = [] }) => parts.map(({ text = '' }) => text))
  return {
    model,
    talk,
    tools,
    folder: folderIn(texts),
    aside: asideFor({ talk, tools, system: words, schema: wantsJson ? schema : null }),
  }
}

function entriesOf(part: Part, role: string | undefined): readonly ConversationItem[] {
  const { text, functionCall: call, functionResponse: given } = part
  if (call !== undefined) return [{ kind: 'called', id: call.id ?? '', tool: call.name }]
  if (given !== undefined) {
    const { output, error, ...rest } = given.response ?? {}
    const said = error ?? output ?? rest
    const result = resultEntry(given.id ?? '', typeof said === 'string' ? said : JSON.stringify(said))
    return [error === undefined ? result : { ...result, failed: true }]
  }
  if (part.inlineData !== undefined) return role === 'model' ? [] : [seenPicture]
  if (text === undefined || part.thought === true) return []
  return role === 'model' ? [{ kind: 'said', words: text }] : promptsIn(text)
}

class Generated implements AnswerWriter {
  readonly isStream: boolean
  readonly ping = quietPing
  readonly #isList: boolean
  readonly #head: { readonly modelVersion: string; readonly responseId: string }
  readonly #input: Omit<Usage, 'output'>
  readonly #parts: object[] = []
  #said = ''
  #end: object = {}

  constructor({ path, query }: ApiRequest, model: string, usage: Omit<Usage, 'output'>) {
    const streams = path.endsWith(':streamGenerateContent')
    this.isStream = streams && query.get('alt') === 'sse'
    this.#isList = streams && !this.isStream
    this.#head = { modelVersion: model, responseId: `rehearsal-${randomUUID()}` }
    this.#input = usage
  }

  open(): string {
    return ''
  }

  put(utterance: Utterance): string {
    if (utterance.kind === 'text') {
      this.#said += utterance.text
      return this.#chunk([{ text: utterance.text }])
    }
    if (utterance.kind === 'thought') return this.#chunk([{ text: utterance.text, thought: true }])
    if (utterance.kind === 'call') {
      const { id, tool: name, input: args } = utterance
      const part = { functionCall: { id, name, args }, thoughtSignature: 'cmVoZWFyc2Vk' }
      this.#parts.push(part)
      return this.#chunk([part])
    }
    const { fresh, cached } = this.#input
    this.#end = {
      usageMetadata: {
        promptTokenCount: fresh + cached,
        candidatesTokenCount: utterance.output,
        totalTokenCount: fresh + cached + utterance.output,
        cachedContentTokenCount: cached,
      },
    }
    return this.#chunk([{ text: '' }], 'STOP')
  }

  whole(): object {
    const parts = [...(this.#said === '' ? [] : [{ text: this.#said }]), ...this.#parts]
    const one = this.#response(parts, 'STOP')
    return this.#isList ? [one] : one
  }

  #chunk(parts: readonly object[], finishReason?: 'STOP'): string {
    return event(this.#response(parts, finishReason))
  }

  #response(parts: readonly object[], finishReason?: 'STOP'): object {
    const content = { role: 'model', parts }
    const candidate = { index: 0, content, ...(finishReason === undefined ? {} : { finishReason }) }
    return { candidates: [candidate], ...this.#end, ...this.#head }
  }
}
