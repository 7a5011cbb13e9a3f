import type { Mutant } from './mutants.ts'

/** Mistakes about anchors and other timers. */
export const mutantsOfTimers: readonly Mutant[] = [
  {
    name: 'a timer fires a minute early',
    file: 'heartbeats/heartbeats.ts',
    from: "state === 'armed' && dueAt <= step.now)",
    to: "state === 'armed' && dueAt <= step.now + 60_000)",
  },
  {
    name: 'a check fires again and again',
    file: 'heartbeats/heartbeats.ts',
    from: "if (beat.intent !== 'anchor') return step.heartbeat({ ...once, state: 'fired' })",
    to: "if (beat.intent === 'wait') return step.heartbeat({ ...once, state: 'fired' })",
  },
  {
    name: 'a third anchor fires in a row',
    file: 'heartbeats/heartbeats.ts',
    from: 'const rests = inRow >= anchorsInRow',
    to: 'const rests = inRow > anchorsInRow',
  },
  {
    name: 'an anchor that its agent sets anew never rests',
    file: 'heartbeats/heartbeats.ts',
    from: "const rests = intent === 'anchor' && by.kind === 'agent' && state.agent.anchorsInRow >= anchorsInRow",
    to: "const rests = intent === 'anchor' && by.kind === 'agent' && state.agent.anchorsInRow > 100",
  },
  {
    name: 'a thirteenth timer fires in a row',
    file: 'heartbeats/heartbeats.ts',
    from: 'agent.beatsInRow >= beatsInRow -',
    to: 'agent.beatsInRow > beatsInRow -',
  },
  {
    name: 'timers fire when all is to be quiet',
    file: 'heartbeats/heartbeats.ts',
    from: 'if (step.limits.quiet || sits !== null) return undefined',
    to: 'if (sits !== null) return undefined',
  },
  {
    name: 'a wait outlives its question',
    file: 'heartbeats/heartbeats.ts',
    from: "if (one.intent !== 'wait' || one.about !== ticket) continue",
    to: "if (one.intent === 'wait' || one.about !== ticket) continue",
  },
  {
    name: "peers' mail goes before the anchor",
    file: 'delivery/delivery.ts',
    from: "const anchor = isPersons ? undefined : beatOf(step, state, 'anchor')",
    to: "const anchor = isPersons || batch.length > 0 ? undefined : beatOf(step, state, 'anchor')",
  },
  {
    name: 'what waited over links has its turn after the anchor',
    file: 'delivery/delivery.ts',
    from: "if (heartbeat.intent === 'anchor') for (const message of queueOf(state.mailbox)) absorb(step, message)",
    to: '',
  },
  {
    name: 'peers come in while the anchor leads back',
    file: 'delivery/timing.ts',
    from: "if (!message.now && message.from.kind !== 'human' && isAnchoring(state))",
    to: 'if (!message.now && message.seq < 0 && isAnchoring(state))',
  },
  {
    name: 'words cross before there is an anchor',
    file: 'links/crossings.ts',
    from: '  keepAnchored(step, turn.agent)\n',
    to: '',
  },
  {
    name: "who takes a peer's turn has no anchor",
    file: 'heartbeats/anchors.ts',
    from: "if (origin === 'peer') return keepAnchored(step, id)",
    to: "if (origin === 'peer') return",
  },
  {
    name: 'an anchor that rests is not armed again',
    file: 'heartbeats/anchors.ts',
    from: "if (anchor.state !== 'resting') return",
    to: "if (anchor.state === 'resting') return",
  },
  {
    name: 'a timer whose words were lost in a death is forgotten',
    file: 'delivery/delivery.ts',
    from: '    putBeat(step, state, broken.heartbeat)\n    return true',
    to: '    return true',
  },
  {
    name: 'a timer takes the place of what the person writes',
    file: 'delivery/delivery.ts',
    from: 'return isComposing(state, step.now) ? undefined : dueOf(step, state, which)',
    to: 'return dueOf(step, state, which)',
  },
  {
    name: 'nobody is woken for a timer',
    file: 'wake.ts',
    from: "if (stands === 'armed') times.push(dueAt)",
    to: "if (stands === 'held') times.push(dueAt)",
  },
  {
    name: 'a timer that sleeps with its agent is lost',
    file: 'delivery/delivery.ts',
    from: "    beatOf(step, state, 'other') !== undefined ||\n",
    to: '',
  },
  {
    name: 'a timer begins the chain of its agent anew',
    file: 'delivery/turns.ts',
    from: 'Math.max(beat.depth, mail.depth, state.agent.depth)',
    to: 'Math.max(0, mail.depth)',
  },
]
