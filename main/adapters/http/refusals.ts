import type { ErrorRequestHandler, RequestHandler, Response } from 'express'
import { z } from 'zod'
import { errorStatus, RefusedError, type ErrorCode, type Refusal } from '../../contract/api/errors.ts'
import { noteRefusal, type NoteDenial } from './note-refusal.ts'
import { explain } from '../../contract/api/explain.ts'

/** An error that says no, with words for the one who asked. */
export function refusal(code: ErrorCode, message: string, retryAfter?: number): RefusedError {
  return new RefusedError(retryAfter === undefined ? { code, message } : { code, message, retryAfter })
}

/** Answers `{error: Refusal}` with the code's status. A body that was not read is read and dropped by Node. */
function sendRefusal(res: Response, refused: Refusal): void {
  if (res.headersSent) {
    res.destroy()
    return
  }
  if (refused.retryAfter !== undefined) res.set('Retry-After', String(Math.ceil(refused.retryAfter)))
  res.status(errorStatus[refused.code]).json({ error: refused })
}

/** What a caller is told of any error: refusals as they are, everything else without its inside. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof RefusedError) return error.refusal
  if (error instanceof z.ZodError) return { code: 'bad_request', message: explain(error) }
  if (error instanceof URIError) return { code: 'bad_request', message: 'The address is not valid UTF-8.' }
  return { code: 'internal', message: 'Something went wrong inside Janus; its log says what.' }
}

/** The last handler: every error becomes JSON; what is not a refusal goes to the log, a denial on record. */
export function answerErrors(log: (line: string) => void, note: NoteDenial): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    void next
    const refused = refusalOf(error)
    if (refused.code === 'internal') log(`error ${JSON.stringify(inside(error))}`)
    noteRefusal(note, req, res, refused.code)
    sendRefusal(res, refused)
  }
}

/** A route that is not there. */
export const answerMissing: RequestHandler = () => {
  throw refusal('not_found', 'There is nothing at this address.')
}

function inside(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
