import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Message, MessageCreateParams } from '@anthropic-ai/sdk/resources/messages'
import type { Gates } from './gates.ts'
import { planAnswer, type Piece } from './plan.ts'
import { say } from './script.ts'
import { speak, type Pacing } from './speaker.ts'
import { errorBody, frame, newMessage, tokens } from './wire.ts'

/** How requests are answered; without gates `wait:` is no step. */
export interface AnswerSettings {
  gates: Gates | null
  onRequest(body: MessageCreateParams, mark: { session: string; at: number }): void
  log(line: string): void
}

/** The largest request taken, in bytes: as the real API. */
const LARGEST_BODY = 32 * 1024 * 1024
/** Keeps a quiet stream alive, as the real API does. Milliseconds. */
const PING_EVERY = 15_000

/** Answers one HTTP request; never rejects. */
export async function answerRequest(
  req: IncomingMessage,
  res: ServerResponse,
  settings: AnswerSettings,
): Promise<void> {
  const route = `${req.method} ${(req.url ?? '/').split('?')[0]}`
  const gone = new AbortController()
  res.on('close', () => gone.abort(new Error('the client is gone')))
  try {
    if (route !== 'POST /v1/messages' && route !== 'POST /v1/messages/count_tokens') {
      req.resume()
      return sendJson(res, 404, errorBody('not_found_error', `The rehearsal model has no ${route}.`))
    }
    const text = await readBody(req)
    if (text === null) return sendJson(res, 413, errorBody('request_too_large', 'A request may have 32 MB.'))
    const body = parseRequest(text)
    if (typeof body === 'string') return sendJson(res, 400, errorBody('invalid_request_error', body))
    if (route.endsWith('count_tokens')) return sendJson(res, 200, { input_tokens: tokens(text.length) })
    settings.onRequest(body, {
      session: String(req.headers['x-claude-code-session-id'] ?? ''),
      at: performance.now(),
    })
    await answer(body, text.length, res, gone.signal, settings)
  } catch (error) {
    if (gone.signal.aborted) return settings.log(`${route}: the client is gone`)
    settings.log(`${route}: ${String(error)}`)
    if (res.headersSent) res.destroy()
    else sendJson(res, 400, errorBody('invalid_request_error', String(error)))
  }
}

async function answer(
  body: MessageCreateParams,
  size: number,
  res: ServerResponse,
  gone: AbortSignal,
  { gates, log }: AnswerSettings,
): Promise<void> {
  const planned = planAnswer(body)
  const pieces = gates === null ? planned.map(withoutGate) : planned
  log(`${body.model}: ${pieces.map((piece) => piece.do).join(', ')}`)
  const message = startMessage(body, size)
  const pacing: Pacing = {
    pause: async (ms) => {
      await delay(ms, undefined, { signal: gone })
    },
    gate: async (name) => {
      await gates?.wait(name, gone)
    },
  }
  if (body.stream === true) return stream(message, pieces, pacing, res)
  for await (const _ of speak(message, pieces, pacing)) void _
  sendJson(res, 200, message)
}

async function stream(message: Message, pieces: Piece[], pacing: Pacing, res: ServerResponse): Promise<void> {
  res.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
  const ping = setInterval(() => res.write(frame({ type: 'ping' })), PING_EVERY)
  try {
    for await (const event of speak(message, pieces, pacing)) res.write(frame(event))
    res.end()
  } finally {
    clearInterval(ping)
  }
}

function startMessage(body: MessageCreateParams, size: number): Message {
  const answered = body.messages.findLastIndex((message) => message.role === 'assistant')
  const fresh = JSON.stringify(body.messages.slice(answered + 1)).length
  return newMessage({
    id: `msg_rehearsal_${randomUUID().replaceAll('-', '')}`,
    model: body.model,
    chars: { all: size, fresh: Math.min(size, fresh) },
  })
}

function withoutGate(piece: Piece): Piece {
  return piece.do === 'wait' ? say('`wait:` works only in tests.') : piece
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

/** A body that looks like a request, or what is wrong with it. */
function parseRequest(text: string): MessageCreateParams | string {
  try {
    const body = JSON.parse(text) as Partial<MessageCreateParams> | null
    if (typeof body?.model !== 'string') return 'model: a string is required'
    if (!Array.isArray(body.messages)) return 'messages: a list is required'
    return body as MessageCreateParams
  } catch {
    return 'The body is not valid JSON.'
  }
}

function sendJson(res: ServerResponse, status: number, value: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}
