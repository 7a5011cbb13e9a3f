import type { TimelineEntry, TimelineFact } from '../../contract/history/timeline-entries.ts'
import type { Actor, AgentId } from '../../contract/api/model.ts'
import type { Effect, Row } from '../step/effects.ts'
import type { Agent, State } from '../step/state.ts'

/** A step that is over: what was, what is, and what it made. */
export interface FinishedStep {
  readonly before: State
  readonly after: State
  readonly rows: readonly Row[]
  readonly effects: readonly Effect[]
  /** Agents of which something was written. */
  readonly touched: readonly AgentId[]
  readonly now: number
}

/** Most characters of an entry's words that are kept, to be shown and found. */
const keptText = 2000

/** The user, by their own hand in Janus. */
export const userActor: Actor = { by: { kind: 'user', via: 'window' }, name: 'You' }

/** What Janus does by itself. */
export const janusActor: Actor = { by: { kind: 'system' }, name: 'Janus' }

/** An agent as one who did something, or to whom it was done. */
export const actorOf = ({ id, name }: Pick<Agent, 'id' | 'name'>): Actor => ({
  by: { kind: 'agent', id },
  name,
})

/** An agent by its id, as it was called last. */
export function agentNamed({ before, after }: Pick<FinishedStep, 'before' | 'after'>, id: AgentId): Actor {
  const found = after.agents.get(id) ?? before.agents.get(id)
  return actorOf({ id, name: found?.agent.name ?? id })
}

type NewTimelineEntry = Pick<TimelineEntry, 'id' | 'fact'> &
  Partial<Omit<TimelineEntry, 'text'>> & { readonly text?: string }

/** An entry with the usual filled in: it is about the one who took part. */
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

/** The first characters, none of them cut in two. */
function beginningOf(text: string): string {
  return text.slice(0, keptText).replace(/[\ud800-\udbff]$/u, '')
}
