import { Router } from 'express'
import { headerValues, noOriginGate } from './gate.ts'
import { refusal } from './refusals.ts'

/** Answers a call of a webhook; null where there is none of that id with that secret. */
export type HookCall = (id: string, secret: string) => Promise<object | null>

/** The header that carries a webhook's own secret. */
export const hookHeader = 'x-janus-hook-secret'

/** `POST /api/hooks/:id`: the caller has only the secret of that one webhook. What it sends along is not read. */
export function createHookRouter(call: HookCall): Router {
  const router = Router()
  router.post('/:id', noOriginGate, async (req, res) => {
    const [secret = '', ...more] = headerValues(req, hookHeader)
    const answer = more.length === 0 ? await call(String(req.params.id), secret) : null
    if (answer === null)
      throw refusal(
        'unauthorized',
        `There is no such webhook, or its secret (header ${hookHeader}) is wrong.`,
      )
    res.status(202).json(answer)
  })
  return router
}
