import type { Row } from '../../core/step/effects.ts'
import type { AgentState } from '../../core/step/state.ts'
import type { Commit } from './ledger.ts'
import { must, Watcher } from './invariant.ts'

/** What a tab that has only a past may bring with it into the store. */
const still: readonly Row['table'][] = ['agent', 'entry', 'copied', 'timeline']

/** What was said before, elsewhere or in another tab, only stands there: it moves nothing. */
export class PastWatcher extends Watcher {
  committed({ before, after, rows, steps }: Commit): void {
    for (const row of rows) {
      if (row.table !== 'entry' || row.row.imported !== true) continue
      const { message, link, crossing, at } = row.row
      must(
        message === null && link === undefined && crossing === undefined,
        'what was said before is nobody’s mail',
      )
      must(at < after.at, 'what was said before has its own time')
    }
    if (steps > 1) return
    const made = [...after.agents.values()].filter(({ agent }) => !before.agents.has(agent.id))
    const has = ({ agent }: AgentState) =>
      rows.some(
        (row) =>
          (row.table === 'copied' && row.to === agent.id && row.rows !== undefined) ||
          (row.table === 'entry' && row.row.agent === agent.id && row.row.imported === true),
      )
    for (const state of made.filter(has)) this.#isStill(state, rows)
  }

  #isStill(state: AgentState, rows: readonly Row[]): void {
    const { agent, mailbox, frames, turn, process, heartbeats } = state
    this.ledger.count('tabs with a past')
    must(
      mailbox.length + frames.length + heartbeats.length === 0 && turn === null,
      'a past brings nothing to do',
    )
    must(process === 'off' && agent.status === 'asleep', 'a past wakes nobody')
    must(agent.used.turns === 0 && agent.used.costUsd === 0, 'what was used before is not counted again')
    // Whatever else falls due at that moment is about others.
    const about = rows.filter((row) => JSON.stringify(row).includes(agent.id))
    must(
      about.every(({ table }) => still.includes(table)),
      'a past makes no message, turn, crossing or timer',
    )
    const told = about.flatMap((row) => (row.table === 'timeline' ? [row.row.fact.kind] : []))
    must(
      told.every((kind) => kind === 'agent'),
      'of a past the timeline tells that the tab is there',
    )
    const n = rows.flatMap((row) => (row.table === 'entry' && row.row.agent === agent.id ? [row.row.n] : []))
    must(Math.max(0, ...n) === agent.entryCount, 'its next row goes on from its past')
  }
}
