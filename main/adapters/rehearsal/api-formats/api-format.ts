import { seenPicture, type ModelRequest, type TalkItem, type Usage } from '../asked.ts'
import type { Utterance } from '../speaker.ts'

/** The wires that the model speaks. */
export type ApiName = 'anthropic' | 'responses' | 'chat' | 'gemini'

/** A request as it arrived: its path without the query, its query, its body. */
export interface ApiRequest {
  readonly path: string
  readonly query: URLSearchParams
  readonly body: object
}

/** One wire: how it is read and written. */
export interface ApiFormat {
  readonly wire: ApiName
  /** A request in the common form; as a string, what is wrong with it. Throws on what is no request at all. */
  read(arrived: ApiRequest): ModelRequest | string
  /** Begins an answer. `usage`: tokens of the input. */
  answer(arrived: ApiRequest, asked: ModelRequest, usage: Omit<Usage, 'output'>): AnswerWriter
  /** The body of an error answer. */
  error(status: number, message: string): object
}

/** An answer that is being written. */
export interface AnswerWriter {
  /** Whether it goes out piece by piece, as `text/event-stream`; else its `whole` at the end. */
  readonly isStream: boolean
  /** What stands in the stream before the first word. */
  open(): string
  /** What the stream says for it; nothing, where the wire has no word for it. */
  put(utterance: Utterance): string
  /** What keeps a quiet stream alive. */
  readonly ping: string
  /** The answer in one body, once its end has been put. */
  whole(): object
}

/** An event of a stream, under its name where the wire names events. */
export function event(data: object | string, name?: string): string {
  const head = name === undefined ? '' : `event: ${name}\n`
  return `${head}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
}

/** An error answer on the wires of OpenAI. */
export function openAiError(status: number, message: string): object {
  const type = status < 500 ? 'invalid_request_error' : 'server_error'
  return { error: { message, type, param: null, code: null } }
}

/** A comment, which every reader of a stream skips. */
export const quietPing = ': ping\n\n'

/** The texts of a value that is a text, or a list of parts some of which have one. */
export function textsOf(content: unknown): readonly string[] {
  if (typeof content === 'string') return [content]
  if (!Array.isArray(content)) return []
  return content.flatMap((part: unknown) =>
    typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'
      ? [part.text]
      : [],
  )
}

/** The pictures among the parts of a value, however its wire calls them. */
export function picturesIn(content: unknown): readonly TalkItem[] {
  if (!Array.isArray(content)) return []
  return content.flatMap((part: unknown) => (isPicture(part) ? [seenPicture] : []))
}

const isPicture = (part: unknown): boolean =>
  typeof part === 'object' &&
  part !== null &&
  'type' in part &&
  /^(?:input_image|image_url)$/.test(String(part.type))
