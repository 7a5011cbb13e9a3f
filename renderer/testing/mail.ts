import type { Attachment } from '../../main/contract/mail/attachments.ts'
import { byPriority, interrupts, rankOfPriority } from '../../main/contract/mail/priorities.ts'
import type { AgentId, Author, Entry } from '../../main/contract/api/model.ts'
import type { PendingView } from '../../main/contract/mail/mail-views.ts'
import { entry } from './rows.ts'

export const peer = (name: string): Author => ({ kind: 'agent', id: `agt-${name}` as AgentId })
export const user: Author = { kind: 'user', via: 'window' }

/** A queued message of scout, accepted at `n`. */
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
    waitReason: null,
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

/** Ranks as main computes them. */
function rankOf({ now, from, priority = 'normal' }: Partial<PendingView>): number {
  if (now) return 0
  return from?.kind === 'user' ? 2 : 6 - rankOfPriority(priority)
}

/** A text row of agent a's first turn. */
export const row = (n: number, more: Partial<Entry> = {}): Entry =>
  entry(n, 'text', {
    agent: 'agt-a',
    turn: 'trn-1',
    author: peer('a'),
    authorName: 'a',
    text: `row ${n}`,
    at: n,
    ...more,
  })

/** A row with another agent's message. */
export const letter = (n: number, from: string, more: Partial<Entry> = {}): Entry =>
  row(n, { kind: 'peer', author: peer(from), authorName: from, message: `msg-${n}`, ...more })

export const picture: Attachment = {
  name: 'a.png',
  path: '/kept/a.png',
  bytes: 3,
  picture: 'image/png',
  hash: 'a'.repeat(64),
}
