import type { Request } from 'express'
import type { Report } from '../../contract/api/answers.ts'
import { headerValues, type ApiCaller } from './gate.ts'
import { refusal } from './refusals.ts'

const fields = ['from', 'sender'] as const
const headers = ['from', 'sender', 'x-from', 'x-sender', 'x-agent', 'x-janus-agent'] as const

/**
 * Who a request claims to be from counts for nothing: the token says it. A claim that is the caller's own
 * name or id is taken out of `body` and `query`; any other is refused with `sender_mismatch`.
 */
export async function dropSenderClaims(
  ask: Report,
  caller: ApiCaller,
  req: Request,
  body: Record<string, unknown>,
  query: Record<string, unknown>,
): Promise<void> {
  const claims: unknown[] = headers.flatMap((name) => headerValues(req, name))
  for (const place of [body, query]) {
    for (const key of Object.keys(place)) {
      if (!fields.some((field) => field === key.toLowerCase())) continue
      claims.push(place[key])
      delete place[key]
    }
  }
  if (claims.length === 0) return
  const own = await ownNames(ask, caller)
  if (!claims.every((claim) => typeof claim === 'string' && own.includes(claim.toLowerCase()))) {
    throw refusal('sender_mismatch', 'The token says who you are; leave out who it is from.')
  }
}

async function ownNames(ask: Report, caller: ApiCaller): Promise<string[]> {
  if (caller.kind === 'api') {
    const status = await ask(caller, 'app.status', {})
    return ['human', status.person.toLowerCase()]
  }
  const agents = await ask(caller, 'agents.list', {})
  const self = agents.find((agent) => agent.id === caller.id)
  return self === undefined ? [caller.id] : [caller.id, self.name.toLowerCase()]
}
