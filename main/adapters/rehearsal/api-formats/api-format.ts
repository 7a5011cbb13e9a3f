import { seenPicture, type ModelRequest, type ConversationItem, type Usage } from '../asked.ts'
import type { Utterance } from '../speaker.ts'

export type ApiName = 'anthropic' | 'responses' | 'chat' | 'gemini'

/** `path`: without the query. */
export interface ApiRequest {
  readonly path: string
  readonly query: URLSearchParams
  readonly body: object
}

export interface ApiFormat {
  readonly wire: ApiName
  /** Returns an error message for an invalid request; throws when it is malformed. */
  read(arrived: ApiRequest): ModelRequest | string
  /** `usage`: tokens of the input. */
  answer(arrived: ApiRequest, asked: ModelRequest, usage: Omit<Usage, 'output'>): AnswerWriter
  error(status: number, message: string): object
}

export interface AnswerWriter {
  /** Whether the answer is sent as `text/event-stream`; else `whole` is sent at the end. */
  readonly isStream: boolean
  /** Start of the stream. */
  open(): string
  /** Returns an empty string where the format has nothing for it. */
  put(utterance: Utterance): string
  /** Keep-alive. */
  readonly ping: string
  /** The complete answer, after its end was put. */
  whole(): object
}

/** A server-sent event, with a name where the format uses names. */
export function event(data: object | string, name?: string): string {
  const head = name === undefined ? '' : `event: ${name}\n`
  return `${head}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
}

export function openAiError(status: number, message: string): object {
  const type = status < 500 ? 'invalid_request_error' : 'server_error'
  return { error: { message, type, param: null, code: null } }
}

/** A comment, which readers of server-sent events skip. */
export const quietPing = ': ping\n\n'

/** Accepts a string or a list of parts. */
export function textsOf(content: unknown): readonly string[] {
  if (typeof content === 'string') return [content]
  if (!Array.isArray(content)) return []
  return content.flatMap((part: unknown) =>
    typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'
      ? [part.text]
      : [],
  )
}

export function picturesIn(content: unknown): readonly ConversationItem[] {
  if (!Array.isArray(content)) return []
  return content.flatMap((part: unknown) => (isPicture(part) ? [seenPicture] : []))
}

const isPicture = (part: unknown): boolean =>
  typeof part === 'object' &&
  part !== null &&
  'type' in part &&
  /^(?:input_image|image_url)$/.test(String(part.type))
