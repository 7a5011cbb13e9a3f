import { isWordSince } from '../../core/step/stopped.ts'
import { writtenIn, type Commit } from './ledger.ts'
import { must, Watcher } from './invariant.ts'

/** While everything is stopped nothing begins, and no process starts, but for words that the user said since. */
export class StopWatcher extends Watcher {
  committed(commit: Commit): void {
    const { before, after } = commit
    const { stopped } = after.limits
    if (stopped === null) {
      if (before.limits.stopped !== null) this.ledger.count('gone on')
      return
    }
    if (before.limits.stopped === null) this.ledger.count('stopped everything')
    for (const { frame, messages } of writtenIn(commit)) {
      if (frame.how === 'note') continue
      this.ledger.count('word while stopped')
      must(
        frame.kind === 'mail' && messages.some((message) => isWordSince(message, stopped)),
        'nothing begins while everything is stopped',
      )
    }
    for (const [id, is] of after.agents) {
      const isStarting = before.agents.get(id)?.process === 'off' && is.process === 'starting'
      const hasWord = is.mailbox.some((message) => isWordSince(message, stopped))
      must(!isStarting || hasWord, 'no process starts while everything is stopped')
    }
  }
}
