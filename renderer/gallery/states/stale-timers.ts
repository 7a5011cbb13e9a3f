import { ago, noted, type Line } from '../make.ts'
import { heartbeat } from '../make-link.ts'
import { messageIdOf } from '../make-mail.ts'
import { builder } from './people.ts'

const asked = {
  kind: 'newTask',
  task: 'Write the release notes instead.',
  question: messageIdOf(40),
  was: 'armed',
} as const
/** In question since a newer task, and not kept with it. */
export const staleTimers = [
  heartbeat(21, builder, 'wait', 'has Scout found the rule?', 1000 * 200, {
    state: 'stale',
    reason: asked,
    left: 1000 * 200,
  }),
  heartbeat(22, builder, 'check', 'on Critic, who was stuck at the sandbox', 1000 * 20, {
    state: 'stale',
    reason: asked,
    left: 1000 * 20,
  }),
  heartbeat(23, builder, 'anchor', 'back to the refresh guard', 1000 * 300, {
    set: { by: { kind: 'system' }, name: 'Janus', at: ago(9) },
    state: 'resting',
    reason: { kind: 'nothingOpen' },
  }),
  heartbeat(24, builder, 'wait', 'is it noon?', 1000 * 900, {
    state: 'dropped',
    reason: { kind: 'notKept', task: 'Look at the harbour.', was: 'armed' },
    left: 1000 * 900,
  }),
]
/** The rows that ask about them, and tell of the one that was dropped. */
export const askedLines: readonly Line[] = [
  noted(
    {
      kind: 'timerDropped',
      timer: heartbeat(24, builder, 'wait', '', 0).id,
      intent: 'wait',
      note: 'is it noon?',
    },
    { turn: null },
  ),
  [
    'system',
    'Your user gives you a new task below. Before it you had set these timers for yourself:\n- hb-aaaaaaaa21, wait, in 3 min: "has Scout found the rule?"\n- hb-aaaaaaaa22, check, in 20 s: "on Critic, who was stuck at the sandbox"\nNone of them fires while you decide. keep_heartbeat keeps what still holds; the rest is dropped at the end of this turn.',
    { turn: null, message: messageIdOf(40) },
  ],
  ['human', 'Write the release notes instead.'],
]
