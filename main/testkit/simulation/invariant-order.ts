import type { Message } from '../../contract/mail/messages.ts'
import { rankOfPriority } from '../../contract/mail/priorities.ts'
import { type Commit, type Written, isAbsorbed, writtenIn } from './ledger.ts'
import { must, Watcher } from './invariant.ts'

/** Mail goes in order of acceptance within one priority; whoever goes ahead carries the reason. */
export class OrderWatcher extends Watcher {
  committed(commit: Commit): void {
    for (const written of writtenIn(commit)) {
      if (written.frame.kind !== 'mail') continue
      for (const message of written.messages) this.#goes(message, written)
    }
  }

  #goes(message: Message, written: Written): void {
    const { after, messages } = written
    if (isAbsorbed(message) || this.ledger.excused.has(message.id)) return
    const left = after.mailbox.filter((other) => other.state === 'queued' && other.seq < message.seq)
    for (const other of left) {
      if (isAbsorbed(other) || this.ledger.excused.has(other.id)) continue
      must(message.ahead !== null, 'what goes ahead carries the reason')
      const isHigher =
        rankOfPriority(message.priority) > rankOfPriority(other.priority) || message.card?.later === true
      must(
        message.ahead === 'hand' || isHigher || !couldGo(other, written),
        `within one priority in order of acceptance (${other.id}, ${message.id})`,
      )
      this.ledger.count(`ahead by ${message.ahead}`)
    }
    if (messages.length > 1) this.ledger.count('batched')
  }
}

/** Whether another could have come in the same way: not what asks or waits for the person, or for a turn's end. */
function couldGo(other: Message, { frame, before, after, messages }: Written): boolean {
  if (other.card !== null && (!other.card.later || frame.how !== 'begin')) return false
  if (frame.how === 'interject' && other.from.kind === 'human') return false
  if (frame.how !== 'begin' && after.agent.policy === 'interject' && other.from.kind !== 'agent') return false
  if (frame.how !== 'begin' && after.agent.policy === 'quiet' && other.from.kind === 'agent') return false
  if (frame.how === 'begin') return messages[0]?.from.kind !== 'human' || other.from.kind === 'human'
  const isAwaited = before.awaits.some(
    ({ ticket, handed }) => ticket === other.replyTo || handed === other.id,
  )
  return !isAwaited && (other.from.kind !== 'human' || other.now)
}
