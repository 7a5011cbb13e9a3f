import type { AgentId } from '../contract/model.ts'
import type { Message } from '../contract/messages.ts'
import type { Caller } from '../contract/requests.ts'
import { houseOf } from '../core/away/peer-ids.ts'
import { ticketsOf } from '../core/heartbeats/attachments.ts'
import { openLinksOf } from '../core/links/queries.ts'
import { isOwed } from '../core/mail/tickets.ts'
import type { RequestContext } from './request-context.ts'

/** What rights of reading hang on. */
export type RightsContext = Pick<RequestContext, 'engine' | 'settings'>

/**
 * Whether the caller may read what an agent was asked, said and did: its own, of one that it is linked with, sits in a
 * circle with, or has an open question with, or by the setting of all.
 */
export function mayLook(parts: RightsContext, caller: Caller, agent: AgentId): boolean {
  if (caller.kind !== 'agent' || caller.id === agent) return true
  if (parts.settings.values().transcripts === 'all') return true
  if (sitTogether(parts, caller.id, agent) || openTickets(parts, caller.id, agent).length > 0) return true
  return openLinksOf(parts.engine.state.links, caller.id).some(({ members }) => members.includes(agent))
}

/** Open questions between two agents, the second of this house or another. */
export function openTickets({ engine }: RightsContext, one: AgentId, other: AgentId): readonly Message[] {
  const { mail = [] } = engine.state.houses.get(houseOf(other) ?? '') ?? {}
  return [
    ...ticketsOf({ agents: () => [...engine.state.agents.values()] }, one, other),
    ...mail.filter(
      (sent) => isOwed(sent) && sent.to === other && sent.from.kind === 'agent' && sent.from.id === one,
    ),
  ]
}

/** The others at whom an agent may look. */
export function looksOf(parts: RightsContext, agent: AgentId): readonly AgentId[] {
  const caller = { kind: 'agent', id: agent } as const
  return [...parts.engine.state.agents.keys()].filter(
    (other) => other !== agent && mayLook(parts, caller, other),
  )
}

/** Both in one gathering, now. */
function sitTogether({ engine }: RightsContext, one: AgentId, other: AgentId): boolean {
  const seat = engine.state.agents.get(one)?.gatheringId ?? null
  return seat !== null && engine.state.agents.get(other)?.gatheringId === seat
}
