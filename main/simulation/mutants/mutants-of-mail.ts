import type { Mutant } from './mutants.ts'

/** Mistakes about what becomes of messages and tickets, and about who may write to whom. */
export const mutantsOfMail: readonly Mutant[] = [
  {
    name: "the person's words go in one prompt with those of peers",
    file: 'delivery/batches.ts',
    from: "return message.from.kind === 'human' || message.deaths > 0",
    to: 'return message.deaths > 0',
  },
  {
    name: 'a prompt holds any number of messages',
    file: 'delivery/batches.ts',
    from: ' || batch.length === promptBatchCount',
    to: '',
  },
  {
    name: 'what a dead agent had begun to read is written again',
    file: 'delivery/crash-recovery.ts',
    from: "return now?.phase === 'locating' ? [{ ...one, now }] : []",
    to: "return now?.phase === 'locating' ? [{ ...one, found: one.found === 'unfinished' ? 'absent' : one.found, now }] : []",
  },
  {
    name: 'a ticket stays open for two days',
    file: 'mail/tickets.ts',
    from: 'step.now < message.acceptedAt + ticketTime',
    to: 'step.now < message.acceptedAt + 2 * ticketTime',
  },
  {
    name: 'an asker is not told how its ticket ended',
    file: 'mail/tickets.ts',
    from: "notify(step, message, words, message.expectsReply ? 'normal' : 'low')",
    to: 'void words',
  },
  {
    name: 'a question is put again and again',
    file: 'delivery/delivery.ts',
    from: '      !message.reminded &&\n',
    to: '',
  },
  {
    name: 'a turn for two senders answers both',
    file: 'delivery/settle-messages.ts',
    from: 'if (chain?.senders.length !== 1) return []',
    to: 'if (chain === null) return []',
  },
  {
    name: 'an asker is not told that its question was read in vain',
    file: 'delivery/settle-messages.ts',
    from: "else notAnswered(step, ticket, { kind: 'unanswered', turn, end: null }, false)",
    to: "else step.message({ ...ticket, reason: { kind: 'unanswered', turn, end: null } }, true)",
  },
  {
    name: 'a reply counts as read before the call that got it has ended well',
    file: 'mail/awaits.ts',
    from: "if (!reply || block.end !== 'done' || !block.text.includes(reply.id)) return",
    to: 'if (!reply) return',
  },
  {
    name: 'two agents that wait for each other stand still',
    file: 'mail/awaits.ts',
    from: "    'peer',\n    (one) => one.peer === from &&",
    to: "    'peer',\n    (one) => one.peer === message.to &&",
  },
  {
    name: 'a chain goes on past the cap',
    file: 'mail/loop-guard.ts',
    from: 'if (said.depth > depthCap)',
    to: 'if (said.depth > depthCap + 1)',
  },
  {
    name: 'one more than twenty a minute pass',
    file: 'mail/loop-guard.ts',
    from: '.length >= rateCap)',
    to: '.length > rateCap)',
  },
  {
    name: 'the same words pass a third time',
    file: 'mail/loop-guard.ts',
    from: '.length >= sameTextCap)',
    to: '.length > sameTextCap)',
  },
  {
    name: 'a peer borrows the rights of a laxer one',
    file: 'mail/permission-order.ts',
    from: 'return laxness[one] > laxness[other]',
    to: 'return laxness[one] < laxness[other]',
  },
]
