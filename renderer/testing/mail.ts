import { byPriority, interrupts, rankOfPriority } from '../../main/contract/mail/priorities.ts'
import type { AgentId, Author, Entry } from '../../main/contract/api/model.ts'
import type { PendingView } from '../../main/contract/mail/mail-views.ts'

/** An agent as an author, by its name. */
export const peer = (name: string): Author => ({ kind: 'agent', id: `agt-${name}` as AgentId })
/** The user. */
export const user: Author = { kind: 'user', via: 'window' }

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
    ranks: byPriority((name) => (interrupts(name) ? 1 : 6 - rankOfPriority(name))),
    banner: false,
    ahead: null,
    crossed: null,
    ...more,
  }
}

/** Ranks as main gives them. */
function rankOf({ now, from, priority = 'normal' }: Partial<PendingView>): number {
  if (now) return 0
  return from?.kind === 'user' ? 2 : 6 - rankOfPriority(priority)
}

/** A row of agent a's transcript: words of its own in its first turn, with changes. */
export function row(n: number, more: Partial<Entry> = {}): Entry {
  return {
    agent: 'agt-a',
    n,
    turn: 'trn-1',
    kind: 'text',
    author: peer('a'),
    authorName: 'a',
    text: `row ${n}`,
    tool: null,
    call: null,
    isError: false,
    message: null,
    at: n,
    ...more,
  }
}

/** A row with a peer's words. */
export const letter = (n: number, from: string, more: Partial<Entry> = {}): Entry =>
  row(n, { kind: 'peer', author: peer(from), authorName: from, message: `msg-${n}`, ...more })
