import type { RunningHeartbeat } from '../../../main/contract/timers/heartbeats.ts'
import type { CrossingView, LinkView } from '../../../main/contract/links/link-views.ts'
import { agentIdOf as idOf, by, crossing, heartbeat, link, sent } from './specimens.ts'
import { moment } from '../still.ts'

/** Timers in every state, of words. */
export const timersOf = (order: number, words: string): readonly RunningHeartbeat[] =>
  (['armed', 'paused', 'resting', 'held', 'stale', 'dropped'] as const).map((state, at) =>
    heartbeat(order * 10 + at, {
      agent: idOf(order),
      intent: 'wait',
      note: words,
      set: { by: by(idOf(order)), name: words, at: moment },
      dueAt: moment + 60_000,
      state,
      reason:
        state === 'stale'
          ? { kind: 'newTask', task: words, question: 'msg-0000000001', was: 'armed' }
          : { kind: 'deleted', name: words },
      left: 1,
      about: { id: idOf(order), name: words },
    }),
  )

/** A link of two agents whose names are words, used up; `closed`: by words. */
export const taintedLink = (order: number, words: string, closed: boolean): LinkView =>
  link(order, {
    members: [idOf(order), idOf(order + 1)],
    opened: { by: by(idOf(order)), name: words, at: moment },
    budgetUsed: 8,
    rests: 'budget',
    kept: 1,
    mode: order % 2 === 0 ? 'paused' : 'answers',
    purpose: { by: by(idOf(order)), name: words, text: words },
    closed: closed ? { by: by(idOf(order)), name: words, at: moment, why: words } : null,
  })

/** What crossed such a link, of words. */
export const taintedCrossing = (order: number, words: string, of: LinkView): CrossingView =>
  crossing(order, {
    from: idOf(order),
    fromName: words,
    text: words,
    link: of.id,
    sent: (['queued', 'undeliverable', 'read'] as const).map((state, at) =>
      sent(order * 10 + at, {
        to: idOf(order + 1),
        toName: words,
        state,
        reason: { kind: 'triedAgain', detail: words },
      }),
    ),
  })
