import type { Change } from '../mutants/mutated.ts'

/** A rule that keeps linked agents from talking on and on, and how it is taken away. */
export interface Guard {
  /** As the table calls it. */
  readonly name: string
  readonly change: Change
}

/** What bounds and calms the talk of linked agents, in the order of the table. */
export const guards: readonly Guard[] = [
  {
    name: 'budget',
    change: { file: 'links/queries.ts', from: "if (used >= allowed) return 'budget'", to: '' },
  },
  {
    name: 'depth',
    change: { file: 'mail/loop-guard.ts', from: 'if (said.depth > depthCap)', to: 'if (false)' },
  },
  {
    name: 'rate',
    change: { file: 'mail/loop-guard.ts', from: '.length >= rateCap)', to: '.length >= Infinity)' },
  },
  {
    name: 'same words',
    change: { file: 'mail/loop-guard.ts', from: '.length >= sameTextCap)', to: '.length >= Infinity)' },
  },
  {
    name: 'SILENT crosses nothing',
    change: { file: 'links/crossings.ts', from: 'if (isSilent(text)) {', to: 'if (false) {' },
  },
  {
    name: 'an answer asks nothing',
    change: {
      file: 'links/pending-replies.ts',
      from: 'return isAsked(asks, to, from) ? withoutAsk(asks, to, from) : withAsk(asks, from, to)',
      to: 'return withAsk(isAsked(asks, to, from) ? withoutAsk(asks, to, from) : asks, from, to)',
    },
  },
  {
    name: 'housekeeping does not cross',
    change: {
      file: 'links/crossings.ts',
      from: "return occasion === 'words' && origin !== 'system'",
      to: 'return true',
    },
  },
  {
    name: 'the anchor absorbs what waits',
    change: {
      file: 'delivery/delivery.ts',
      from: "if (heartbeat.intent === 'anchor') for (const message of queueOf(state.mailbox)) absorb(step, message)",
      to: '',
    },
  },
  {
    name: 'two anchors, then rest',
    change: {
      file: 'heartbeats/heartbeats.ts',
      from: 'const rests = inRow >= anchorsInRow',
      to: 'const rests = false',
    },
  },
  {
    name: 'twelve timers in a row',
    change: {
      file: 'heartbeats/heartbeats.ts',
      from: 'agent.beatsInRow >= beatsInRow -',
      to: 'agent.beatsInRow >= Infinity -',
    },
  },
  {
    name: 'a timer stays in its chain',
    change: {
      file: 'delivery/turns.ts',
      from: 'Math.max(beat.depth, mail.depth, state.agent.depth)',
      to: 'Math.max(0, mail.depth)',
    },
  },
]
