import { isPeers } from '../../contract/mail/authors.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { isAbsorbed } from '../mail/queue.ts'
import { isUnanswered } from '../mail/tickets.ts'
import type { Step } from '../step/step.ts'

/**
 * Whether something is open between an agent and its peers: an unanswered question in either direction, a
 * crossing that started an unfinished turn, or a peer's unread mail. Absorbed mail asks nothing, and held
 * mail waits for the user.
 */
export function hasOpenExchange(step: Pick<Step, 'find' | 'agents'>, id: AgentId): boolean {
  if (step.find(id)?.mailbox.some(isToDealWith) === true) return true
  // Fast path: this runs for all agents at each step, and most mailboxes are empty.
  return step
    .agents()
    .some(({ agent, mailbox }) => mailbox.length > 0 && agent.id !== id && awaitingIn(mailbox).has(id))
}

function isToDealWith(message: Message): boolean {
  return isPeers(message.from) && message.spoken === null && isComing(message)
}

/** Whether a message starts or has started a turn; the receiver doesn't know of held ones. */
function isComing(message: Message): boolean {
  return message.state !== 'held' && !isAbsorbed(message)
}

/** Cached per mailbox, since a change makes many agents ask. */
const known = new WeakMap<readonly Message[], ReadonlySet<AgentId>>()

/** Agents that wait for a result of their messages in this mailbox. */
function awaitingIn(mailbox: readonly Message[]): ReadonlySet<AgentId> {
  const found = known.get(mailbox)
  if (found) return found
  const made = new Set(
    mailbox.flatMap((message) => {
      const { from, crossed, spoken } = message
      if (from.kind !== 'agent' || spoken !== null) return []
      return isUnanswered(message) || (crossed !== null && isComing(message)) ? [from.id] : []
    }),
  )
  known.set(mailbox, made)
  return made
}
