import type { Delta, FeedEvent } from '../contract/feed.ts'
import type { Entry } from '../contract/model.ts'
import type { WindowView } from '../contract/requests.ts'
import type { Row } from '../core/effects.ts'
import type { State } from '../core/state.ts'
import type { FeedSource } from '../ports.ts'
import { agentView } from './views.ts'

/** Tells every window what changed: one snapshot at first, then each commit's differences, in order. */
export class Feed implements FeedSource {
  readonly #listeners = new Set<(event: FeedEvent) => void>()
  readonly #view: () => WindowView

  constructor(view: () => WindowView) {
    this.#view = view
  }

  subscribe(listener: (event: FeedEvent) => void): () => void {
    this.#listeners.add(listener)
    listener({ kind: 'snapshot', view: this.#view() })
    return () => this.#listeners.delete(listener)
  }

  delta(delta: Delta): void {
    this.#tell(delta)
  }

  /** Told by the engine after a commit. */
  published(before: State, after: State, rows: readonly Row[]): void {
    if (this.#listeners.size === 0) return
    for (const [id, state] of after.agents) {
      if (before.agents.get(id) !== state) this.#tell({ kind: 'agent', agent: agentView(state) })
    }
    for (const id of before.agents.keys()) if (!after.agents.has(id)) this.#tell({ kind: 'gone', agent: id })
    const entries = Map.groupBy(rows.flatMap(entryOf), (entry) => entry.agent)
    for (const [agent, list] of entries) this.#tell({ kind: 'entries', agent, entries: list })
  }

  #tell(event: FeedEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}

function entryOf(row: Row): Entry[] {
  return row.table === 'entry' ? [row.row] : []
}
