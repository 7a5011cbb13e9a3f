import type { Gathering, GatheringId } from '../contract/gatherings.ts'
import type { AgentId } from '../contract/model.ts'
import type { Caller } from '../contract/requests.ts'
import { seatOf } from '../core/gatherings/seats.ts'
import { refused, type RequestContext } from './request-context.ts'

/** A gathering that the caller may see: an agent one that it sits in, or has proposed. */
export function findGathering({ engine, store }: RequestContext, caller: Caller, id: string): Gathering {
  const isId = /^gat-[0-9a-z]{10}$/.test(id)
  const g = isId
    ? (engine.state.gatherings.get(id as GatheringId) ?? store.gathering(id as GatheringId))
    : null
  if (!g || (caller.kind === 'agent' && !isMember(g, caller.id)))
    throw refused('not_found', `There is no gathering ${JSON.stringify(id.slice(0, 40))} of yours.`)
  return g
}

function isMember(g: Gathering, agent: AgentId): boolean {
  const { by } = g.convened
  return seatOf(g, agent) !== undefined || (by.kind === 'agent' && by.id === agent)
}
