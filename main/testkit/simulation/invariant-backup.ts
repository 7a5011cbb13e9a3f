import type { AgentId, MessageId } from '../../contract/api/model.ts'
import { isBrief } from '../../core/links/briefing.ts'
import { load } from '../../core/recover.ts'
import type { AgentState } from '../../core/step/state.ts'
import type { Store } from '../../ports/ports.ts'
import { wordOf, writtenIn, type Commit } from './ledger.ts'
import { fail, must, Watcher } from './invariant.ts'

/**
 * A restored backup: all that it holds is there, what waited in it waits for the user, and is in a conversation a second
 * time by their word only.
 */
export class BackupWatcher extends Watcher {
  /** What the backup holds, until the app has started on it. */
  #kept: ReadonlyMap<AgentId, AgentState> | null = null
  /** What waited in it, and was not let go by the user yet. */
  readonly #waits = new Set<MessageId>()

  /** The app is about to start on a backup. */
  restoring(store: Store): void {
    this.ledger.chosen.clear()
    this.#kept = load(store.load()).agents
    this.ledger.count('restored')
  }

  committed(commit: Commit): void {
    if (this.#kept) this.#begins(this.#kept, commit)
    this.#kept = null
    for (const row of commit.rows) {
      if (row.table !== 'message' || !this.#waits.has(row.row.id)) continue
      const { id, state, body } = row.row
      // With a process until its conversation says whether it was read, or with the user.
      if (state === 'held' || (state === 'written' && !this.ledger.chosen.has(id))) continue
      this.#waits.delete(id)
      if (!this.ledger.chosen.has(id)) {
        must(state !== 'queued', `what waited in a backup goes out by the user’s word only (${id})`)
        continue
      }
      this.ledger.count('sent again after a restore')
      // What a process had may have been read under another frame since: that is why the user was asked.
      this.ledger.blurred.add(wordOf(body))
    }
    for (const { messages } of writtenIn(commit))
      for (const { id } of messages)
        must(!this.#waits.has(id), `nothing that waited in a backup goes out by itself (${id})`)
  }

  #begins(kept: ReadonlyMap<AgentId, AgentState>, { after, rows }: Commit): void {
    // What has ended by now, as a question that has expired or a timer about one, is said to have.
    const ended = new Set<string>(
      rows.flatMap((row) => ('open' in row && !row.open && 'id' in row.row ? row.row.id : [])),
    )
    must(after.limits.stopped !== null, 'nothing begins by itself on a backup')
    for (const [id, was] of kept) {
      const is = after.agents.get(id) ?? fail(`a restore brings back every agent (${id})`)
      const ids = new Set(is.heartbeats.map((one) => one.id))
      const areThere = was.heartbeats.every((one) => ids.has(one.id) || ended.has(one.id))
      must(areThere, 'a restore brings back every timer')
      for (const message of was.mailbox) {
        const { state, hold } = message
        if (state !== 'queued' && state !== 'written' && hold !== 'paused' && hold !== 'answering') continue
        // Words of a circle are put to its seats again, and rules of a link to its members.
        if (message.spoken !== null || isBrief(message) || ended.has(message.id)) continue
        this.#waits.add(message.id)
        if (state === 'written') continue
        const now = is.mailbox.find((one) => one.id === message.id)
        must(
          now?.state === 'held' && now.hold === 'restored',
          `what waited in a backup waits for the user (${message.id})`,
        )
        this.ledger.count('held by a restore')
      }
    }
  }
}
