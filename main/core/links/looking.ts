import type { Message } from '../../contract/mail/messages.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { openLinksOf } from './queries.ts'
import { isUnanswered } from '../mail/tickets.ts'
import type { Step } from '../step/step.ts'

/**
 * Whether an agent may read another's transcript: they are linked, sit in one gathering or have an open
 * question between them, or the user's setting allows it to all.
 */
export function mayLookAt(
  state: Pick<Step, 'agents' | 'find' | 'links' | 'limits'>,
  one: AgentId,
  other: AgentId,
): boolean {
  if (state.limits.transcripts === 'all') return true
  const seat = state.find(one)?.gatheringId ?? null
  if (seat !== null && state.find(other)?.gatheringId === seat) return true
  if (ticketsOf(state, one, other).length > 0) return true
  return openLinksOf(state.links, one).some(({ members }) => members.includes(other))
}

/** Open tickets between two agents, or (`other` null) those that one asked. */
export function ticketsOf(
  step: Pick<Step, 'agents'>,
  one: AgentId,
  other: AgentId | null,
): readonly Message[] {
  return step.agents().flatMap(({ agent, mailbox }) =>
    mailbox.filter((message) => {
      if (!isUnanswered(message) || message.from.kind !== 'agent') return false
      const asked = message.from.id === one && (other === null || agent.id === other)
      return asked || (other !== null && message.from.id === other && agent.id === one)
    }),
  )
}
