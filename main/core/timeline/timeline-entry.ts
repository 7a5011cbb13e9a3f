import type { TimelineEntry, TimelineFact } from '../../contract/history/timeline-entries.ts'
import type { Actor, AgentId } from '../../contract/api/model.ts'
import type { Effect, Row } from '../step/effects.ts'
import type { Agent, State } from '../step/state.ts'

export interface FinishedStep {
  readonly before: State
  readonly after: State
  readonly rows: readonly Row[]
  readonly effects: readonly Effect[]
  /** Agents with changed state. */
  readonly touched: readonly AgentId[]
  readonly now: number
}

/** Characters of an entry's text that are stored and searchable. */
const keptText = 2000

export const userActor: Actor = { by: { kind: 'user', via: 'window' }, name: 'You' }

export const janusActor: Actor = { by: { kind: 'system' }, name: 'Janus' }

export const actorOf = ({ id, name }: Pick<Agent, 'id' | 'name'>): Actor => ({
  by: { kind: 'agent', id },
  name,
})

/** By its latest known name. */
export function agentNamed({ before, after }: Pick<FinishedStep, 'before' | 'after'>, id: AgentId): Actor {
  const found = after.agents.get(id) ?? before.agents.get(id)
  return actorOf({ id, name: found?.agent.name ?? id })
}

type NewTimelineEntry = Pick<TimelineEntry, 'id' | 'fact'> &
  Partial<Omit<TimelineEntry, 'text'>> & { readonly text?: string }

/** Fills in defaults; the participants count as the agents it is about. */
export function timelineEntryOf({ now }: Pick<FinishedStep, 'now'>, made: NewTimelineEntry): TimelineEntry {
  const { from = null, to = [], text = '', sealed = false, owner = null, row = null } = made
  const took = [...(from ? [from] : []), ...to].flatMap(({ by }) => (by.kind === 'agent' ? [by.id] : []))
  return {
    id: made.id,
    at: made.at ?? now,
    owner,
    from,
    to,
    agents: [...new Set([...took, ...(made.agents ?? [])])],
    link: made.link ?? linkOf(made.fact),
    gathering: made.gathering ?? gatheringOf(made.fact),
    text: sealed ? '' : beginningOf(text),
    sealed,
    row,
    fact: made.fact,
  }
}

const linkOf = (fact: TimelineFact) => ('link' in fact ? fact.link : null)
const gatheringOf = (fact: TimelineFact) => ('gathering' in fact ? fact.gathering : null)

/** Doesn't split a surrogate pair. */
function beginningOf(text: string): string {
  return text.slice(0, keptText).replace(/[\ud800-\udbff]$/u, '')
}
