import { Router } from 'express'
import { headerValues, noOriginGate } from './gate.ts'
import { refusal } from './refusals.ts'

/** Returns null for an unknown id or a wrong secret. */
export type HookCall = (id: string, secret: string) => Promise<object | null>

const hookHeader = 'x-janus-hook-secret'

/** `POST /api/hooks/:id`, authorized only by the secret of that webhook. The body is ignored. */
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
