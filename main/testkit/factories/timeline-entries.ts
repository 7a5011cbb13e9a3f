import type { Actor } from '../../contract/api/model.ts'
import type { TimelineEntry } from '../../contract/history/timeline-entries.ts'
import type { TimelineQuery, Row } from '../../ports/ports.ts'
import { agentId, makeMessage } from './factories.ts'

export const wholeTimeline: TimelineQuery = {
  kinds: [],
  agents: [],
  link: null,
  gathering: null,
  text: '',
  since: null,
  until: null,
}

/** An entry: the first agent wrote to the second. */
export function makeTimelineEntry(n: number, changes: Partial<TimelineEntry> = {}): TimelineEntry {
  const [from, to] = [1, 2].map((one): Actor => ({
    by: { kind: 'agent', id: agentId(one) },
    name: `A${one}`,
  }))
  return {
    id: `entry ${n}`,
    at: 1000 + n,
    owner: null,
    from: from ?? null,
    to: to ? [to] : [],
    agents: [agentId(1), agentId(2)],
    link: null,
    gathering: null,
    text: `words ${n}`,
    sealed: false,
    row: null,
    fact: { kind: 'message', message: makeMessage(n).id },
    ...changes,
  }
}

/** An entry for the store. */
export const timelineEntryRow = (row: TimelineEntry): Row => ({ table: 'timeline', row })
