import type { TimelineEntry } from '../../../contract/history/timeline-entries.ts'
import type { AgentId } from '../../../contract/api/model.ts'
import type { TimelineQuery, PlacedTimelineEntry } from '../../../ports/ports.ts'
import { matches } from './search.ts'

export class TimelineLog {
  /** By id, in the order of their first write. `sortAt`: as `at`, but monotonic. */
  readonly #rows = new Map<string, PlacedTimelineEntry & { readonly sortAt: number }>()
  #newest = { n: 0, sortAt: 0 }

  put(entry: TimelineEntry): void {
    const known = this.#rows.get(entry.id)
    if (!known) this.#newest = { n: this.#newest.n + 1, sortAt: Math.max(entry.at, this.#newest.sortAt) }
    const { n, sortAt } = known ?? this.#newest
    this.#rows.set(entry.id, { ...entry, n, sortAt })
  }

  page(query: TimelineQuery, before: number | null, limit: number): readonly PlacedTimelineEntry[] {
    const { kinds, agents, link, gathering, text, since, until } = query
    const all = [...this.#rows.values()].filter(
      (row) =>
        (before === null || row.n < before) &&
        (since === null || row.sortAt >= since) &&
        (until === null || row.sortAt <= until) &&
        (kinds.length === 0 || kinds.includes(row.fact.kind)) &&
        (agents.length === 0 || row.agents.some((id) => agents.includes(id))) &&
        ((link === null && gathering === null) ||
          (link !== null && row.link === link) ||
          (gathering !== null && row.gathering === gathering)) &&
        (text.trim() === '' || matches(row.text, text)),
    )
    return all.slice(Math.max(0, all.length - Math.max(0, limit))).map(({ sortAt: _, ...row }) => row)
  }

  forget(agent: AgentId): void {
    for (const [id, { owner }] of this.#rows) if (owner === agent) this.#rows.delete(id)
  }
}
