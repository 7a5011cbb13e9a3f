import type { AgentId, CardId, MessageId } from '../../../main/contract/model.ts'
import type { PendingView } from '../../../main/contract/mail-views.ts'
import type { AgentView } from '../../../main/contract/views.ts'

/** One thing that waits for the person. */
export interface WaitingThing {
  /** Stays as long as it is the same thing: the card's or message's id, or the folder that is asked about. */
  readonly key: string
  readonly agent: AgentId
  readonly agentName: string
  /** A card of the CLI, or a message that asks or is held; null: the question about the agent's folder. */
  readonly card: CardId | MessageId | null
  /** What is wanted, in a few words. */
  readonly words: string
  /** ms. */
  readonly since: number
  /** It is held, and nothing goes on by itself or stands still for it. */
  readonly isHeld: boolean
}

/**
 * Everything that waits for the person, what has waited longest first, and what is held after the rest. A folder is
 * asked about once.
 */
export function waitingFor(agents: readonly AgentView[]): readonly WaitingThing[] {
  const things = agents.filter((agent) => !agent.closed).flatMap(thingsOf)
  const once = new Map(things.toReversed().map((thing) => [thing.key, thing]))
  return things
    .filter((thing) => once.get(thing.key) === thing)
    .sort((a, b) => Number(a.isHeld) - Number(b.isHeld) || a.since - b.since)
}

function thingsOf(agent: AgentView): readonly WaitingThing[] {
  const of = { agent: agent.id, agentName: agent.name, isHeld: false }
  const cards = agent.cards.map((card) => ({
    ...of,
    key: card.id,
    card: card.id,
    words: card.title === '' ? `Permission: ${card.tool}` : card.title,
    since: card.askedAt,
  }))
  const mail = agent.pending.flatMap((message) => {
    const words = mailWords(message)
    const { id, card, stateAt: since } = message
    return words === null ? [] : [{ ...of, key: id, card: id, words, since, isHeld: card === null }]
  })
  if (cards.length > 0 || agent.needs === null) return [...cards, ...mail]
  if (agent.trust === 'ask') {
    const words = `Trust the folder ${folderName(agent.cwd)}?`
    return [{ ...of, key: `folder ${agent.cwd}`, card: null, words, since: agent.since }, ...mail]
  }
  if (mail.length > 0) return mail
  return [{ ...of, key: `agent ${agent.id}`, card: null, words: 'Waits for you', since: agent.since }]
}

/** What the person is asked about a message; null where it only waits. */
function mailWords({ card, state, hold, fromName, priority }: PendingView): string | null {
  if (card !== null)
    return priority === 'urgent' ? `${fromName} sends something urgent` : `${fromName} writes: now or later?`
  if (state !== 'held') return null
  switch (hold) {
    case 'loop':
      return `A chain of messages was stopped at ${fromName}’s`
    case 'consent':
      return `May ${fromName} write to it?`
    case 'policy':
      return `Deliver ${fromName}’s message?`
    case 'interrupted':
    case null:
      return `${fromName}’s message was held back: send it again?`
    case 'paused':
      return null
  }
}

const folderName = (path: string) => path.split(/[\\/]/).findLast((part) => part !== '') ?? path
