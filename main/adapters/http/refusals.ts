import type { ErrorRequestHandler, RequestHandler, Response } from 'express'
import { z } from 'zod'
import { errorStatus, RefusedError, type ErrorCode, type Refusal } from '../../contract/api/errors.ts'
import { noteRefusal, type NoteDenial } from './note-refusal.ts'
import { explain } from '../../contract/api/explain.ts'

export function refusal(code: ErrorCode, message: string, retryAfter?: number): RefusedError {
  return new RefusedError(retryAfter === undefined ? { code, message } : { code, message, retryAfter })
}

/** Destroys the response if the headers were already sent. */
function sendRefusal(res: Response, refused: Refusal): void {
  if (res.headersSent) {
    res.destroy()
    return
  }
  if (refused.retryAfter !== undefined) res.set('Retry-After', String(Math.ceil(refused.retryAfter)))
  res.status(errorStatus[refused.code]).json({ error: refused })
}

/** Hides details of unexpected errors. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof RefusedError) return error.refusal
  if (error instanceof z.ZodError) return { code: 'bad_request', message: explain(error) }
  if (error instanceof URIError) return { code: 'bad_request', message: 'The address is not valid UTF-8.' }
  return { code: 'internal', message: 'Something went wrong inside Janus; its log says what.' }
}

/** The last handler: turns every error into JSON, logs unexpected ones and records denials. */
export function answerErrors(log: (line: string) => void, note: NoteDenial): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    void next
    const refused = refusalOf(error)
    if (refused.code === 'internal') log(`error ${JSON.stringify(inside(error))}`)
    noteRefusal(note, req, res, refused.code)
    sendRefusal(res, refused)
  }
}

export const answerMissing: RequestHandler = () => {
  throw refusal('not_found', 'There is nothing at this address.')
}

function inside(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
