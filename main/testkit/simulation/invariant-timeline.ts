import type { TimelineEntry } from '../../contract/history/timeline-entries.ts'
import type { Commit } from './ledger.ts'
import { must, Watcher } from './invariant.ts'

/** Everything that passes has its entry in the same commit, and words under seal are in none. */
export class TimelineWatcher extends Watcher {
  committed(commit: Commit): void {
    const { rows, before, steps } = commit
    const entries = new Map<string, TimelineEntry>()
    for (const row of rows) if (row.table === 'timeline') entries.set(row.row.id, row.row)
    this.ledger.count('entries', entries.size)
    for (const row of rows) {
      if (row.table === 'message') {
        const { id, seq, crossed, spoken } = row.row
        const isWord = seq > before.seq && crossed === null && spoken === null
        must(!isWord || entries.has(id), 'every accepted message stands in the timeline')
      }
      if (row.table === 'crossing')
        must(entries.has(row.row.id), 'everything that crosses stands in the timeline')
      if (row.table === 'utterance') {
        const entry = entries.get(row.row.id)
        must(entry !== undefined, 'every row of a gathering stands in the timeline')
        must(entry.text === '' || !entry.sealed, 'words under seal are not in the timeline')
      }
    }
    this.#opened(rows, entries)
    if (steps === 1) this.#asked(commit, entries)
  }

  /** As a row of a gathering was written last, so its entry is sealed or open. */
  #opened(rows: Commit['rows'], entries: ReadonlyMap<string, TimelineEntry>): void {
    const said = new Map(rows.flatMap((row) => (row.table === 'utterance' ? [[row.row.id, row.row]] : [])))
    for (const [id, { sealed }] of said)
      must(
        entries.get(id)?.sealed === sealed,
        'words come into the timeline when they are opened, not before',
      )
  }

  /** Cards that came and went, and timers that have fired. */
  #asked({ before, after }: Commit, entries: ReadonlyMap<string, TimelineEntry>): void {
    const facts = [...entries.values()].map(({ fact }) => fact)
    for (const [id, is] of after.agents) {
      const was = before.agents.get(id)
      if (was === is) continue
      const asked = facts.flatMap((fact) => (fact.kind === 'card' && fact.answer === null ? [fact.card] : []))
      for (const card of is.cards)
        must(
          was?.cards.some((open) => open.id === card.id) === true || asked.includes(card.id),
          'every question to the user stands in the timeline',
        )
      const ended = facts.flatMap((fact) => (fact.kind === 'card' && fact.answer !== null ? [fact.card] : []))
      for (const card of was?.cards ?? [])
        must(
          is.cards.some((open) => open.id === card.id) || ended.includes(card.id),
          'how every question to the user ended stands in the timeline',
        )
      const isAsked = is.trust === 'ask' && was?.trust !== 'ask'
      const isInTimeline = facts.some((fact) => fact.kind === 'card' && fact.asked === 'trust')
      must(!isAsked || isInTimeline, 'every question about a folder stands in the timeline')
      for (const timer of is.heartbeats) {
        const earlier = was?.heartbeats.find((one) => one.id === timer.id)
        const hasFired = earlier !== undefined && timer.fired > earlier.fired
        const isTold = facts.some((fact) => fact.kind === 'timer' && fact.heartbeat === timer.id)
        must(!hasFired || isTold, 'every timer that fires stands in the timeline')
      }
    }
  }
}
