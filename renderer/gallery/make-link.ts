import { timerReasonWords } from '../../main/contract/timer-words.ts'
import type {
  CrossingView,
  HeartbeatReport,
  HeartbeatView,
  LinkReport,
  LinkView,
  SentView,
} from '../../main/contract/link-views.ts'
import type { TurnId } from '../../main/contract/model.ts'
import type { CrossingId, HeartbeatId, Intent, LinkId } from '../../main/contract/ties.ts'
import type { AgentView } from '../../main/contract/views.ts'
import { ago, by, idOf, minutes } from './make.ts'
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
    lowered: [],
    budget: 8,
    used: 3,
    allowed: 8,
    episode: 1,
    crossings: 3,
    costUsd: 0.13,
    closed: null,
    opened: { by: by(opener?.id ?? idOf(0)), name: opener?.name ?? '', at: ago(25) },
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
  changes: Partial<HeartbeatView> = {},
): HeartbeatView {
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
    fired: 0,
    costUsd: 0,
    state: 'armed',
    about: null,
    ...changes,
  }
}

/** A link as the agents API would show it. */
export function linkReport(of: LinkView, agents: readonly AgentView[]): LinkReport {
  const at = new Date(of.opened.at).toISOString()
  const nameOf = (id: string) => agents.find((one) => one.id === id)?.name ?? id
  return {
    id: of.id,
    members: of.members.map((id) => ({ id, name: nameOf(id), side: of.mode })),
    mode: of.mode,
    state: of.closed ? 'closed' : of.rests ? 'resting' : 'open',
    rests: of.rests,
    budget: { allowed: of.allowed, used: of.used, left: of.allowed - of.used },
    opened: { by: of.opened.name, at },
    closed: of.closed && {
      by: of.closed.name,
      at: new Date(of.closed.at).toISOString(),
      why: of.closed.why,
    },
    crossings: of.crossings,
    costUsd: of.costUsd,
    crossed: [],
  }
}

/** A timer as the agents API would show it. */
export function heartbeatReport(of: HeartbeatView): HeartbeatReport {
  return {
    id: of.id,
    agent: of.agent,
    intent: of.intent,
    note: of.note,
    about: of.about?.name ?? null,
    state: of.state,
    reason: timerReasonWords(of.reason, 'person'),
    firesAt: new Date(of.dueAt).toISOString(),
    inSeconds: Math.round((of.dueAt - moment) / 1000),
    setBy: of.set.name,
    fired: of.fired,
  }
}
