import type { Mutant } from './mutants.ts'

/** Mistakes about when a message comes in, when an agent sleeps, and who is asked. */
export const mutantsOfTiming: readonly Mutant[] = [
  {
    name: 'a turn begins while the person writes',
    file: 'delivery/timing.ts',
    from: "composing: { low: 'absorb', normal: 'wait'",
    to: "composing: { low: 'absorb', normal: 'turn'",
  },
  {
    name: 'a message takes the card of the person away',
    file: 'delivery/timing.ts',
    from: "asking: { low: 'absorb', normal: 'wait', high: 'wait', urgent: 'card' }",
    to: "asking: { low: 'absorb', normal: 'wait', high: 'wait', urgent: 'interject' }",
  },
  {
    name: 'what is high waits for the end of the turn',
    file: 'delivery/timing.ts',
    from: "working: { low: 'absorb', normal: 'patience', high: 'fold'",
    to: "working: { low: 'absorb', normal: 'patience', high: 'wait'",
  },
  {
    name: 'what is urgent interrupts the person',
    file: 'delivery/timing.ts',
    from: "conversing: { low: 'absorb', normal: 'patience', high: 'fold', urgent: 'card' }",
    to: "conversing: { low: 'absorb', normal: 'patience', high: 'fold', urgent: 'interject' }",
  },
  {
    name: 'what is low wakes its receiver',
    file: 'delivery/timing.ts',
    from: "(!wakes(priority) && from.kind !== 'human' && !now)",
    to: "(!wakes(priority) && from.kind === 'system' && !now)",
  },
  {
    name: 'nobody is patient',
    file: 'delivery/timing.ts',
    from: 'now < message.acceptedAt + limits.patience',
    to: 'now < message.acceptedAt',
  },
  {
    name: 'interjections come as often as they like',
    file: 'delivery/timing.ts',
    from: 'return interjectedAt === null || now >= interjectedAt + interjectionPause',
    to: 'return interjectedAt === null || now > interjectedAt',
  },
  {
    name: 'an agent that peers may interject asks its person first',
    file: 'delivery/timing.ts',
    from: "conversing: 'interject'",
    to: "conversing: 'card'",
  },
  {
    name: 'an interjection takes the card of the person away',
    file: 'delivery/timing.ts',
    from: "asking: 'card',",
    to: "asking: 'interject',",
  },
  {
    name: 'a draft that lies there counts as no writing',
    file: 'delivery/timing.ts',
    from: 'composed.at + (composed.draft ? draftTime : keyTime)',
    to: 'composed.at + keyTime',
  },
  {
    name: 'a quiet agent is told in the middle of its turn',
    file: 'delivery/timing.ts',
    from: "if (policy === 'quiet') return situation === 'idle' ? 'turn' : 'wait'",
    to: "if (policy === 'quiet') return situation === 'idle' ? 'turn' : 'fold'",
  },
  {
    name: 'the newest message goes first',
    file: 'delivery/timing.ts',
    from: 'rankOf(a) - rankOf(b) || placeOf(a) - placeOf(b)',
    to: 'rankOf(a) - rankOf(b) || placeOf(b) - placeOf(a)',
  },
  {
    name: "the person's own words are read as they came, wherever the person has put them",
    file: 'delivery/timing.ts',
    from: '=> place ?? seq',
    to: '=> seq + 0 * (place ?? 0)',
  },
  {
    name: 'a reply is told twice, by the call that waits for it and as a prompt',
    file: 'delivery/timing.ts',
    from: "if (isAwaited(state, message) && !rests) return 'wait'",
    to: '',
  },
  {
    name: 'a third frame is written',
    file: 'delivery/delivery.ts',
    from: "state.turn === null || state.frames.some(isUnread) || state.process !== 'on'",
    to: "state.turn === null || state.process !== 'on'",
  },
  {
    name: 'nobody is told why a message went ahead',
    file: 'delivery/delivery.ts',
    from: "return message.now || message.card?.later || message.from.kind === 'human' ? 'hand' : 'priority'",
    to: 'return null',
  },
  {
    name: 'what was interrupted does not go on',
    file: 'agents/processes.ts',
    from: "return closeTurn(step, id, outcome, { why: 'interjected', by })",
    to: 'return closeTurn(step, id, outcome)',
  },
  {
    name: 'a card outlives the process that asked',
    file: 'agents/processes.ts',
    from: '    cards: [],\n    needsRestart: false,\n',
    to: '    needsRestart: false,\n',
  },
  {
    name: 'patience has no end',
    file: 'wake.ts',
    from: 'times.push(message.acceptedAt + patience)',
    to: 'times.push(message.acceptedAt)',
  },
  {
    name: 'who has a task in the background is put to sleep',
    file: 'agents/sleep.ts',
    from: ' || state.background > 0',
    to: '',
  },
  {
    name: 'an agent falls asleep while the person writes to it',
    file: 'agents/sleep.ts',
    from: ' && !isComposing(state, step.now)',
    to: '',
  },
  {
    name: 'one more is awake than the person wishes',
    file: 'agents/sleep.ts',
    from: 'awake.length - step.limits.awake',
    to: 'awake.length - step.limits.awake - 1',
  },
]
