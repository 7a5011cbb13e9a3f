import type { AgentId, CardId } from '../../../main/contract/model.ts'
import type { AgentView } from '../../../main/contract/views.ts'

/** One thing that waits for the person. */
export interface WaitingThing {
  /** Stays as long as it is the same thing: the card's id, or the folder that is asked about. */
  readonly key: string
  readonly agent: AgentId
  readonly agentName: string
  /** null: not a card of the CLI, but the question about the agent's folder. */
  readonly card: CardId | null
  /** What is wanted, in a few words. */
  readonly words: string
  /** ms. */
  readonly since: number
}

/** Everything that waits for the person, what has waited longest first. A folder is asked about once. */
export function waitingFor(agents: readonly AgentView[]): readonly WaitingThing[] {
  const things = agents.filter((agent) => !agent.closed).flatMap(thingsOf)
  const once = new Map(things.toReversed().map((thing) => [thing.key, thing]))
  return things.filter((thing) => once.get(thing.key) === thing).sort((a, b) => a.since - b.since)
}

function thingsOf(agent: AgentView): readonly WaitingThing[] {
  const of = { agent: agent.id, agentName: agent.name }
  const cards = agent.cards.map((card) => ({
    ...of,
    key: card.id,
    card: card.id,
    words: card.title === '' ? `Permission: ${card.tool}` : card.title,
    since: card.askedAt,
  }))
  if (cards.length > 0 || agent.needs === null) return cards
  const isTrust = agent.trust === 'ask'
  return [
    {
      ...of,
      key: isTrust ? `folder ${agent.cwd}` : `agent ${agent.id}`,
      card: null,
      words: isTrust ? `Trust the folder ${folderName(agent.cwd)}?` : 'Waits for you',
      since: agent.since,
    },
  ]
}

const folderName = (path: string) => path.split(/[\\/]/).findLast((part) => part !== '') ?? path
