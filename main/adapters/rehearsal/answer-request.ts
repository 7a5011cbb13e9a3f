import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { tokens, type ModelRequest, type Usage } from './asked.ts'
import { anthropic } from './api-formats/anthropic.ts'
import type { AnswerWriter, ApiRequest, ApiFormat, ApiName } from './api-formats/api-format.ts'
import { planAnswer, type Piece } from './plan.ts'
import { sayStep } from './script.ts'
import { never, ScriptedFailure, speak, type Pacing, type Utterance } from './speaker.ts'
import { parseJson } from '../../contract/api/parse-json.ts'
import { chat } from './api-formats/chat.ts'
import { gemini } from './api-formats/gemini.ts'
import { responses } from './api-formats/responses.ts'

export interface KeptRequest {
  readonly wire: ApiName
  readonly path: string
  readonly body: object
  readonly asked: ModelRequest
  /** Tokens of the input, as reported in the answer. */
  readonly usage: Omit<Usage, 'output'>
  /** Conversation id, where the program sends one. */
  readonly session: string
  /** `performance.now()`. */
  readonly at: number
}

/** Without gates `wait:` steps are disabled. */
export interface AnswerSettings {
  /** Resolves when a test opens the gate; rejects when the signal aborts first. */
  gates: { wait(name: string, signal: AbortSignal): Promise<void> } | null
  onRequest(heard: KeptRequest): void
  log(line: string): void
}

/** Bytes, like the real API. */
const LARGEST_BODY = 32 * 1024 * 1024
/** Milliseconds between keep-alive pings, like the real API. */
const PING_EVERY = 15_000

/** Never rejects. */
export async function answerRequest(
  req: IncomingMessage,
  res: ServerResponse,
  settings: AnswerSettings,
): Promise<void> {
  const url = new URL(req.url ?? '/', 'http://model')
  const asked = `${req.method} ${url.pathname}`
  const route = routeOf(asked)
  const { format } = route ?? { format: anthropic }
  const gone = new AbortController()
  res.on('close', () => gone.abort(new Error('the client is gone')))
  const refuse = (status: number, words: string) => sendJson(res, status, format.error(status, words))
  try {
    if (route === null || route.wants === 'models') {
      req.resume()
      return route === null ? refuse(404, `The rehearsal model has no ${asked}.`) : sendJson(res, 200, models)
    }
    const text = await readBody(req)
    if (text === null) return refuse(413, 'A request may have 32 MB.')
    if (route.wants === 'count') return sendJson(res, 200, countOf(format, text.length))
    const body = parseJson(text) as object | null | undefined
    if (body === undefined) return refuse(400, 'The body is not valid JSON.')
    const arrived = { path: url.pathname, query: url.searchParams, body: body ?? {} }
    const request = format.read(arrived)
    if (typeof request === 'string') return refuse(400, request)
    const session = String(req.headers['x-claude-code-session-id'] ?? req.headers['session_id'] ?? '')
    const { wire } = format
    const usage = inputOf(request, text.length)
    settings.onRequest({
      wire,
      path: url.pathname,
      body: arrived.body,
      asked: request,
      usage,
      session,
      at: performance.now(),
    })
    await answer({ arrived, request, format, usage }, res, gone.signal, settings)
  } catch (error) {
    if (gone.signal.aborted) return settings.log(`${asked}: the client is gone`)
    settings.log(`${asked}: ${String(error)}`)
    if (res.headersSent) res.destroy()
    else if (error instanceof ScriptedFailure) refuse(error.status, error.message)
    else refuse(400, String(error))
  }
}

interface Work {
  readonly arrived: ApiRequest
  readonly request: ModelRequest
  readonly format: ApiFormat
  readonly usage: Omit<Usage, 'output'>
}

async function answer(
  { arrived, request, format, usage }: Work,
  res: ServerResponse,
  gone: AbortSignal,
  { gates, log }: AnswerSettings,
): Promise<void> {
  const planned = planAnswer(request)
  const pieces = gates === null ? planned.map(withoutGate) : planned
  log(`${request.model}: ${pieces.map((piece) => piece.do).join(', ')}`)
  const pacing: Pacing = {
    pause: async (ms) => {
      await delay(ms, undefined, { signal: gone })
    },
    gate: (name) =>
      gates === null && name === never ? forEver(gone) : (gates?.wait(name, gone) ?? Promise.resolve()),
  }
  const reply = format.answer(arrived, request, usage)
  const utterances = speak(pieces, pacing)
  if (reply.isStream) return stream(reply, utterances, res, mayOpen(pieces))
  for await (const utterance of utterances) reply.put(utterance)
  sendJson(res, 200, reply.whole())
}

/**
 * Sends headers before the first text, unless the script starts with a failure, which needs its own status.
 */
const mayOpen = (pieces: readonly Piece[]): boolean =>
  pieces.find(({ do: what }) => what === 'say' || what === 'call' || what === 'fail')?.do !== 'fail'

async function stream(
  reply: AnswerWriter,
  utterances: AsyncIterable<Utterance>,
  res: ServerResponse,
  atOnce: boolean,
): Promise<void> {
  const begin = () => {
    res.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
    res.flushHeaders()
    res.write(reply.open())
  }
  if (atOnce) begin()
  const ping = setInterval(() => res.headersSent && res.write(reply.ping), PING_EVERY)
  try {
    for await (const utterance of utterances) {
      if (!res.headersSent) begin()
      res.write(reply.put(utterance))
    }
    res.end()
  } finally {
    clearInterval(ping)
  }
}

/** Content since the last answer counts as new, the rest as cached. */
function inputOf({ talk }: ModelRequest, size: number): { fresh: number; cached: number } {
  const answered = talk.findLastIndex(({ kind }) => kind === 'said' || kind === 'called')
  const fresh = tokens(Math.min(size, JSON.stringify(talk.slice(answered + 1)).length))
  return { fresh, cached: tokens(size) - fresh }
}

function withoutGate(piece: Piece): Piece {
  return piece.do === 'wait' ? sayStep('`wait:` works only in tests.') : piece
}

/** Rejects when the client disconnects. */
function forEver(gone: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    gone.addEventListener('abort', () => reject(gone.reason as Error), { once: true })
  })
}

/** Combines the model lists of OpenAI, Codex and Google; each program reads its own fields. */
const models = {
  object: 'list',
  data: [{ id: 'rehearsal', object: 'model', created: 0, owned_by: 'janus' }],
  models: [],
}

function countOf({ wire }: ApiFormat, size: number): object {
  return wire === 'gemini' ? { totalTokens: tokens(size) } : { input_tokens: tokens(size) }
}

async function readBody(req: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of req as AsyncIterable<Buffer>) {
    size += part.length
    if (size > LARGEST_BODY) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function sendJson(res: ServerResponse, status: number, value: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

interface Route {
  readonly format: ApiFormat
  readonly wants: 'answer' | 'count' | 'models'
}

const routes: readonly (readonly [RegExp, ApiFormat, Route['wants']])[] = [
  [/^POST \/v1\/messages$/, anthropic, 'answer'],
  [/^POST \/v1\/messages\/count_tokens$/, anthropic, 'count'],
  [/^POST (?:\/v1)?\/responses$/, responses, 'answer'],
  [/^POST (?:\/v1)?\/chat\/completions$/, chat, 'answer'],
  [/^POST \/v1\w*\/models\/[^/:]+:(?:generateContent|streamGenerateContent)$/, gemini, 'answer'],
  [/^POST \/v1\w*\/models\/[^/:]+:countTokens$/, gemini, 'count'],
  [/^GET \/v1beta\/models$/, gemini, 'models'],
  [/^GET (?:\/v1)?\/models$/, chat, 'models'],
]

/** `asked`: `METHOD PATH`. */
export function routeOf(asked: string): Route | null {
  const found = routes.find(([pattern]) => pattern.test(asked))
  return found === undefined ? null : { format: found[1], wants: found[2] }
}
