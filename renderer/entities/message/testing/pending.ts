import type { AgentId, Author } from '../../../../main/contract/model.ts'
import type { PendingView } from '../../../../main/contract/mail-views.ts'

/** An agent as an author, by its name. */
export const peer = (name: string): Author => ({ kind: 'agent', id: `agt-${name}` as AgentId })
/** The person. */
export const person: Author = { kind: 'human', via: 'window' }

/** A queued message of scout, accepted at its own number, with changes. */
export function waits(n: number, more: Partial<PendingView> = {}): PendingView {
  return {
    id: `msg-${n}`,
    from: peer('scout'),
    fromName: 'scout',
    preview: `words ${n}`,
    bytes: 7,
    state: 'queued',
    stateAt: n,
    reason: null,
    waits: null,
    inInput: false,
    acceptedAt: n,
    priority: 'normal',
    thread: `msg-${n}`,
    replyTo: null,
    expectsReply: false,
    hold: null,
    now: false,
    absorbed: false,
    card: null,
    rank: rankOf(more),
    ranks: { low: 6, normal: 5, high: 4, urgent: 1 },
    banner: false,
    ahead: null,
    crossed: null,
    ...more,
  }
}

/** Ranks as main gives them. */
function rankOf({ now, from, priority = 'normal' }: Partial<PendingView>): number {
  if (now) return 0
  return from?.kind === 'human' ? 2 : { urgent: 3, high: 4, normal: 5, low: 6 }[priority]
}
