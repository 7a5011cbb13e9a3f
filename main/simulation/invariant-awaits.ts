import type { State } from '../core/state.ts'
import { wakes } from '../contract/priorities.ts'
import { writtenIn, type Commit } from './ledger.ts'
import { must, Watcher } from './invariant.ts'

const minute = 60_000

/** Nobody waits in vain: a call ends with the answer, or as soon as waiting on could be wrong. */
export class AwaitWatcher extends Watcher {
  committed(commit: Commit): void {
    const { after, rows } = commit
    for (const row of rows) {
      if (row.table !== 'message' || row.row.state === 'held' || this.ledger.known.has(row.row.id)) continue
      const { from, to, isReply, replyTo, crossed, spoken, priority } = row.row
      if (from.kind !== 'agent' || spoken || (crossed && !wakes(priority))) continue
      const waits = after.agents.get(to)?.awaits.some((one) => {
        const isIt = isReply && replyTo === one.ticket
        return one.over === null && one.peer === from.id && !isIt
      })
      must(waits !== true, 'who is written to by the one it waits for waits no more')
    }
    for (const { frame, after: state } of writtenIn(commit)) {
      if (frame.how !== 'fold' && frame.how !== 'interject') continue
      must(!state.awaits.some(({ over }) => over === null), 'nobody waits while something comes in')
    }
    for (const { awaits } of after.agents.values()) {
      for (const { ticket, over } of awaits) {
        const state = this.ledger.messages.get(ticket)?.state
        const isOpen = state === 'queued' || state === 'held' || state === 'written' || state === 'read'
        must(over !== null || isOpen || state === undefined, 'nobody waits for what has ended')
      }
    }
  }

  override checked({ agents }: State, now: number): void {
    for (const { awaits } of agents.values())
      for (const { since } of awaits) must(now <= since + minute + 1000, 'no call waits longer than a minute')
  }
}
