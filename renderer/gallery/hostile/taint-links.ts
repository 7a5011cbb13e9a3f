import type { RunningHeartbeat } from '../../../main/contract/timers/heartbeats.ts'
import type { CrossingView, LinkView } from '../../../main/contract/links/link-views.ts'
import { crossing, heartbeat, link, sent } from '../make-link.ts'
import { agent, by, idOf } from '../make.ts'
import { moment } from '../still.ts'

/** Timers in every state, of words. */
export const timersOf = (order: number, words: string): readonly RunningHeartbeat[] =>
  (['armed', 'paused', 'resting', 'held', 'stale', 'dropped'] as const).map((state, at) =>
    heartbeat(order * 10 + at, { id: idOf(order), name: words }, 'wait', words, 60_000, {
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
  link(order, [agent(order, words), agent(order + 1, words)], {
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
  crossing(order, agent(order, words), 1, words, {
    link: of.id,
    sent: (['queued', 'undeliverable', 'read'] as const).map((state, at) =>
      sent(order * 10 + at, agent(order + 1, words), {
        state,
        reason: { kind: 'triedAgain', detail: words },
      }),
    ),
  })
