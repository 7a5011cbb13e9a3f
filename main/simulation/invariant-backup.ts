import type { AgentId, MessageId } from '../contract/model.ts'
import { isBrief } from '../core/links/briefing.ts'
import { load } from '../core/recover.ts'
import type { AgentState } from '../core/state.ts'
import type { Store } from '../ports.ts'
import type { Transcripts } from '../testing/memory-backend.ts'
import { heard } from './invariant-words.ts'
import { writtenIn, wordOf, type Commit } from './ledger.ts'
import { fail, must, Watcher } from './invariant.ts'

/**
 * A restored backup: all that it holds is there, what waited in it waits for the person, and is in a conversation a second
 * time by their word only.
 */
export class BackupWatcher extends Watcher {
  /** What the backup holds, until the app has started on it. */
  #kept: ReadonlyMap<AgentId, AgentState> | null = null
  /** What waited in it, and was not let go by the person yet. */
  readonly #waits = new Set<MessageId>()

  /** The app is about to start on a backup; in the conversations more has been said since. */
  restoring(store: Store, transcripts: Transcripts, results: readonly string[]): void {
    this.ledger.chosen.clear()
    this.#kept = load(store.load()).agents
    const known = new Set([...this.ledger.messages.values()].map(({ body }) => wordOf(body)))
    // Of those the backup knows nothing: where their turn was under way in it, they cross links again.
    for (const word of heard(transcripts, results).words.keys())
      if (!known.has(word)) this.ledger.blurred.add(word)
    this.ledger.count('restored')
  }

  committed(commit: Commit): void {
    if (this.#kept) this.#begins(this.#kept, commit)
    this.#kept = null
    for (const row of commit.rows) {
      if (row.table !== 'message' || !this.#waits.has(row.row.id)) continue
      const { id, state, body } = row.row
      // With a process until its conversation says whether it was read, or with the person.
      if (state === 'held' || (state === 'written' && !this.ledger.chosen.has(id))) continue
      this.#waits.delete(id)
      if (!this.ledger.chosen.has(id)) {
        must(state !== 'queued', `what waited in a backup goes out by the person’s word only (${id})`)
        continue
      }
      this.ledger.count('sent again after a restore')
      // It may be in the conversation already: that is why the person was asked.
      this.ledger.blurred.add(wordOf(body))
    }
    for (const { messages } of writtenIn(commit))
      for (const { id } of messages)
        must(!this.#waits.has(id), `nothing that waited in a backup goes out by itself (${id})`)
  }

  #begins(kept: ReadonlyMap<AgentId, AgentState>, { after, rows }: Commit): void {
    const written = new Set(rows.flatMap((row) => (row.table === 'heartbeat' ? row.row.id : [])))
    must(after.limits.stopped !== null, 'nothing begins by itself on a backup')
    for (const [id, was] of kept) {
      const is = after.agents.get(id) ?? fail(`a restore brings back every agent (${id})`)
      const ids = new Set(is.heartbeats.map((one) => one.id))
      // What has ended by now, as one about a question that has expired, is said to have.
      const areThere = was.heartbeats.every((one) => ids.has(one.id) || written.has(one.id))
      must(areThere, 'a restore brings back every timer')
      for (const message of was.mailbox) {
        const { state, hold } = message
        if (state !== 'queued' && state !== 'written' && hold !== 'paused' && hold !== 'answering') continue
        // Words of a circle are put to its seats again, and rules of a link to its members.
        if (message.spoken !== null || isBrief(message)) {
          this.ledger.blurred.add(wordOf(message.body))
          continue
        }
        this.#waits.add(message.id)
        if (state === 'written') continue
        const now = is.mailbox.find((one) => one.id === message.id)
        must(
          now?.state === 'held' && now.hold === 'restored',
          `what waited in a backup waits for the person (${message.id})`,
        )
        this.ledger.count('held by a restore')
      }
    }
  }
}
