import type { Actor } from '../../contract/api/model.ts'
import type { Moment } from '../../contract/history/moments.ts'
import type { MomentQuery, Row } from '../../ports/ports.ts'
import { agentId, makeMessage } from './factories.ts'

/** Asks for all of the timeline. */
export const everyMoment: MomentQuery = {
  kinds: [],
  agents: [],
  link: null,
  gathering: null,
  text: '',
  since: null,
  until: null,
}

/** The `n`-th moment of the timeline: the first agent has said something to the second. */
export function makeMoment(n: number, changes: Partial<Moment> = {}): Moment {
  const [from, to] = [1, 2].map((one): Actor => ({
    by: { kind: 'agent', id: agentId(one) },
    name: `A${one}`,
  }))
  return {
    id: `moment ${n}`,
    at: 1000 + n,
    owner: null,
    from: from ?? null,
    to: to ? [to] : [],
    agents: [agentId(1), agentId(2)],
    link: null,
    gathering: null,
    text: `words ${n}`,
    sealed: false,
    row: null,
    fact: { kind: 'message', message: makeMessage(n).id },
    ...changes,
  }
}

/** A moment as a row of the store. */
export const momentRow = (row: Moment): Row => ({ table: 'moment', row })
