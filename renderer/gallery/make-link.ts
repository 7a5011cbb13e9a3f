import type { CrossingId, LinkId } from '../../main/contract/links/links.ts'
import type { RunningHeartbeat, HeartbeatId, Intent } from '../../main/contract/timers/heartbeats.ts'
import type { CrossingView, LinkView, SentView } from '../../main/contract/links/link-views.ts'
import type { TurnId } from '../../main/contract/api/model.ts'
import type { AgentView } from '../../main/contract/api/views.ts'
import { ago, by, idOf, minutes } from './make.ts'
import { spending } from './make-budget.ts'
import { messageIdOf } from './make-mail.ts'
import { moment } from './still.ts'

const named = (prefix: string, count: number) => `${prefix}-${String(count).padStart(10, 'a')}`

/** The id of a link by its number. */
export const linkIdOf = (count: number) => named('lnk', count) as LinkId
/** The id of a crossing by its number. */
export const crossingIdOf = (count: number) => named('crs', count) as CrossingId

/** An open link of these agents, opened 25 minutes ago by the last of them, with changes. */
export function link(
  count: number,
  members: readonly AgentView[],
  changes: Partial<LinkView> = {},
): LinkView {
  const opener = members.at(-1)
  return {
    id: linkIdOf(count),
    members: members.map((one) => one.id),
    mode: 'answers',
    mutedMembers: [],
    budget: 8,
    budgetUsed: 3,
    budgetGranted: 8,
    episode: 1,
    crossings: 3,
    costUsd: 0.13,
    spending: spending(0.13, 61_000),
    closed: null,
    opened: { by: by(opener?.id ?? idOf(0)), name: opener?.name ?? '', at: ago(25) },
    purpose: null,
    rests: null,
    kept: 0,
    ...changes,
  }
}

/** One receiver that has read a crossing, with changes. */
export function sent(count: number, to: AgentView, changes: Partial<SentView> = {}): SentView {
  return {
    to: to.id,
    toName: to.name,
    message: messageIdOf(count),
    carriage: 'absorb',
    state: 'read',
    stateAt: ago(1),
    reason: null,
    waits: null,
    inInput: false,
    turn: 31,
    ...changes,
  }
}

/** Something that crossed so many minutes ago, with changes. */
export function crossing(
  count: number,
  from: AgentView,
  minutesAgo: number,
  text: string,
  changes: Partial<CrossingView> = {},
): CrossingView {
  return {
    id: crossingIdOf(count),
    link: linkIdOf(1),
    n: count,
    turn: named('trn', count) as TurnId,
    turnNumber: 16 + count,
    from: from.id,
    fromName: from.name,
    kind: text === '' ? 'silent' : 'said',
    text,
    words: text.match(/\S+/g)?.length ?? 0,
    at: ago(minutesAgo),
    costUsd: 0.04,
    sent: [],
    ...changes,
  }
}

/** A timer that runs, `left` ms before it fires, set by its agent, with changes. */
export function heartbeat(
  count: number,
  of: Pick<AgentView, 'id' | 'name'>,
  intent: Intent,
  note: string,
  left: number,
  changes: Partial<RunningHeartbeat> = {},
): RunningHeartbeat {
  return {
    id: named('hb', count) as HeartbeatId,
    agent: of.id,
    intent,
    note,
    set: { by: by(of.id), name: of.name, at: ago(2) },
    every: minutes(5),
    dueAt: moment + left,
    reason: null,
    left: null,
    schedule: null,
    fired: 0,
    costUsd: 0,
    state: 'armed',
    about: null,
    ...changes,
  }
}
