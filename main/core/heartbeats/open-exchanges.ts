import { isPeers } from '../../contract/mail/authors.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { isAbsorbed } from '../mail/queue.ts'
import { isOwed } from '../mail/tickets.ts'
import type { Step } from '../step/step.ts'

/**
 * Whether something is open between an agent and its peers: a question either way that is not answered, a word over a
 * link that has woken somebody who has not come to the end of it, or mail of a peer's that it has not dealt with. What is
 * only absorbed asks nothing of anybody, and what is held waits for the user.
 */
export function hasOpenExchange(step: Pick<Step, 'find' | 'agents'>, id: AgentId): boolean {
  if (step.find(id)?.mailbox.some(isToDealWith) === true) return true
  // Most mailboxes are empty, and this is asked of all of them at each step.
  return step
    .agents()
    .some(({ agent, mailbox }) => mailbox.length > 0 && agent.id !== id && awaitingIn(mailbox).has(id))
}

function isToDealWith(message: Message): boolean {
  return isPeers(message.from) && message.spoken === null && isComing(message)
}

/** It begins a turn, or has begun one; what is held is not known to its receiver. */
function isComing(message: Message): boolean {
  return message.state !== 'held' && !isAbsorbed(message)
}

/** Made once for each state of a mailbox: whenever one of them changes, many agents ask it. */
const known = new WeakMap<readonly Message[], ReadonlySet<AgentId>>()

/** Who waits for something to come of what they have put into this mailbox. */
function awaitingIn(mailbox: readonly Message[]): ReadonlySet<AgentId> {
  const found = known.get(mailbox)
  if (found) return found
  const made = new Set(
    mailbox.flatMap((message) => {
      const { from, crossed, spoken } = message
      if (from.kind !== 'agent' || spoken !== null) return []
      return isOwed(message) || (crossed !== null && isComing(message)) ? [from.id] : []
    }),
  )
  known.set(mailbox, made)
  return made
}
