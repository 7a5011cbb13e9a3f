import { replace, type Replacement } from './replacements.ts'

/** Mistakes with messages and tickets, and with who may write to whom. */
export const mailMutants: Readonly<Record<string, Replacement>> = {
  'the newest message goes first': replace(
    'mail/queue.ts',
    'queuePlaceOf',
    (real) => (message) => -real(message),
  ),
  'mail of others refuses the user': replace(
    'mail/mailbox-room.ts',
    'findFullRoom',
    (real) => (limits, waiting, from, body) =>
      from.kind === 'user' && waiting.length >= limits.peers.count
        ? 'user'
        : real(limits, waiting, from, body),
  ),
  'one sender fills a mailbox': replace(
    'mail/mailbox-room.ts',
    'findFullRoom',
    (real) =>
      (limits, ...rest) =>
        real(
          { ...limits, sender: limits.peers, machine: limits.peers, reserved: { count: 0, bytes: 0 } },
          ...rest,
        ),
  ),
  'a prompt holds any number of messages': replace('words/prompts.ts', 'promptBatchCount', () => Infinity),
  'what a dead agent had begun to read is written again': replace(
    'turns/crash-recovery.ts',
    'located',
    (real) => (step, state, fact) => {
      const found = fact.found.map((one) =>
        one.found === 'unfinished' ? { ...one, found: 'absent' as const } : one,
      )
      real(step, state, { ...fact, found })
    },
  ),
  'a reply counts as read before the call that got it has ended well': replace(
    'mail/awaits.ts',
    'sawResult',
    (real) => (step, id, block) => {
      const text = step
        .get(id)
        .awaits.map(({ handed }) => handed)
        .join()
      real(step, id, { ...block, end: 'done', text })
    },
  ),
  'whatever tool quotes a reply, it counts as handed over': replace(
    'mail/awaits.ts',
    'sawResult',
    (real) => (step, id, block) => {
      step.set(id, { sends: [...step.get(id).sends, block.call] })
      real(step, id, block)
    },
  ),
  'two agents that wait for each other stand still': replace(
    'mail/awaits.ts',
    'endAwaitsOnMessage',
    () => () => undefined,
  ),
  'a peer borrows the rights of a laxer one': replace(
    'mail/permission-order.ts',
    'asksLess',
    (real) => (one, other) => real(other, one),
  ),
}
