import type { RefusedError } from '../../contract/api/errors.ts'
import type { Gathering, GatheringId } from '../../contract/gatherings/gatherings.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Caller } from '../../contract/api/requests.ts'
import { machineOf } from '../../core/step/peer-ids.ts'
import { seatOf, remoteSeatOf } from '../../core/gatherings/seats.ts'
import type { State } from '../../core/step/state.ts'
import { refused, type RequestContext } from '../api/request-context.ts'

/** Agents may see gatherings that they sit in or proposed. */
export function findGathering({ engine, store }: RequestContext, caller: Caller, id: string): Gathering {
  const isId = /^gat-[0-9a-z]{10}$/.test(id)
  const g = isId
    ? (engine.state.gatherings.get(id as GatheringId) ?? store.gathering(id as GatheringId))
    : null
  if (caller.kind === 'agent' && hasRemoteSeat(engine.state, caller.id, id)) throw keptElsewhere(id)
  if (!g || (caller.kind === 'agent' && !isMember(g, caller.id)))
    throw refused('not_found', `There is no gathering ${JSON.stringify(id.slice(0, 40))} of yours.`)
  return g
}

function isMember(g: Gathering, agent: AgentId): boolean {
  const { by } = g.convened
  return seatOf(g, agent) !== undefined || (by.kind === 'agent' && by.id === agent)
}

/** `id` is the remote circle's id here. */
export function hasRemoteSeat({ agents }: Pick<State, 'agents'>, agent: AgentId, id: string): boolean {
  const state = agents.get(agent)
  return state !== undefined && remoteSeatOf(state.agent) === id
}

function keptElsewhere(id: string): RefusedError {
  const said = `What is said there comes to you by itself. When you get the piece, your answer is said there.`
  return refused(
    'not_found',
    `That gathering is on the machine ${machineOf(id) ?? 'of another user'}. ${said}`,
  )
}
