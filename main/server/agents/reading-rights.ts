import type { AgentId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Caller } from '../../contract/api/requests.ts'
import { machineOf } from '../../core/step/peer-ids.ts'
import { mayLookAt, ticketsOf } from '../../core/links/looking.ts'
import { isUnanswered } from '../../core/mail/tickets.ts'
import type { RequestContext } from '../api/request-context.ts'

type RightsContext = Pick<RequestContext, 'engine'>

/**
 * Whether the caller may read what an agent was asked, said and did: always itself, agents in contact with it
 * (link, gathering, open question), or all, if the setting says so.
 */
export function mayLook(parts: RightsContext, caller: Caller, agent: AgentId): boolean {
  if (caller.kind !== 'agent' || caller.id === agent) return true
  const { agents, links, limits } = parts.engine.state
  const now = { agents: () => [...agents.values()], find: (id: AgentId) => agents.get(id), links, limits }
  return mayLookAt(now, caller.id, agent) || openTickets(parts, caller.id, agent).length > 0
}

/** `other` may be on another machine. */
export function openTickets({ engine }: RightsContext, one: AgentId, other: AgentId): readonly Message[] {
  const { mail = [] } = engine.state.machines.get(machineOf(other) ?? '') ?? {}
  return [
    ...ticketsOf({ agents: () => [...engine.state.agents.values()] }, one, other),
    ...mail.filter(
      (sent) => isUnanswered(sent) && sent.to === other && sent.from.kind === 'agent' && sent.from.id === one,
    ),
  ]
}

export function looksOf(parts: RightsContext, agent: AgentId): readonly AgentId[] {
  const caller = { kind: 'agent', id: agent } as const
  return [...parts.engine.state.agents.keys()].filter(
    (other) => other !== agent && mayLook(parts, caller, other),
  )
}
