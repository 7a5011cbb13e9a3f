import type { CommentId } from '../../contract/folders/line-comments.ts'
import type { MessageId } from '../../contract/api/model.ts'
import type { State } from '../../core/step/state.ts'
import type { Commit } from './ledger.ts'
import { must, Watcher } from './invariant.ts'

/** Each comment on lines is pending or in one message, never both or neither. The worlds delete none. */
export class CommentWatcher extends Watcher {
  readonly #sent = new Map<CommentId, MessageId>()

  committed({ before, after, rows }: Commit): void {
    const waiting = idsOf(after)
    must(new Set(waiting).size === waiting.length, 'no comment waits twice')
    for (const row of rows) {
      if (row.table !== 'message' || !row.row.comments) continue
      const { id, state, comments } = row.row
      const isBack = state === 'withdrawn'
      this.ledger.count(isBack ? 'comments taken back' : state === 'read' ? 'comments read' : 'comments sent')
      for (const { id: comment } of comments) {
        const by = this.#sent.get(comment)
        must(by === undefined || by === id, 'a comment is sent once')
        if (isBack) this.#sent.delete(comment)
        else this.#sent.set(comment, id)
      }
    }
    for (const id of waiting) must(!this.#sent.has(id), 'what was sent waits no more')
    for (const [id, { agent }] of before.agents) {
      // Deleting an agent deletes its pending comments.
      if (!after.agents.has(id)) continue
      const lost = agent.review?.pending.filter((one) => !waiting.includes(one.id) && !this.#sent.has(one.id))
      must(!lost || lost.length === 0, 'no comment is lost')
    }
  }
}

const idsOf = ({ agents }: State): readonly CommentId[] =>
  [...agents.values()].flatMap(({ agent }) => agent.review?.pending.map(({ id }) => id) ?? [])
