import type { Audience } from '../contract/audience.ts'
import { timerReasonWords } from '../contract/timer-words.ts'
import type {
  CrossingView,
  HeartbeatReport,
  HeartbeatView,
  LinkReport,
  LinkView,
  SentView,
} from '../contract/link-views.ts'
import type { AgentId, Message, MessageId } from '../contract/model.ts'
import type { Crossing, Heartbeat, Link, LinkMode, Sent } from '../contract/ties.ts'
import { isAgent } from '../core/heartbeats/heartbeats.ts'
import { keptOf } from '../core/links/kept.ts'
import { restOf, type Around } from '../core/links/linked.ts'
import type { State } from '../core/state.ts'
import { cutBytes, firstLine } from '../core/text.ts'
import { whyOf, type TurnNumber } from './mail-views.ts'

/** Most bytes of a crossing that one answer carries. */
const crossingBytes = 64 * 1024
/** Characters that are shown unasked. */
const previewLength = 280

/** A link as the window shows it. */
export function linkView(state: State, link: Link): LinkView {
  const { id, members, mode, lowered, used, allowed, budget, episode, crossings, costUsd } = link
  const kept = keptOf({ find: (agent) => state.agents.get(agent) }, link)
  return {
    id,
    members,
    mode,
    lowered,
    used,
    allowed,
    budget,
    episode,
    crossings,
    costUsd,
    opened: link.opened,
    closed: link.closed,
    rests: link.closed ? null : restOf(link, around(state)),
    kept: new Set(kept.map(({ crossed }) => crossed?.crossing)).size,
  }
}

/** Finds a message, open or settled. */
export type FindMessage = (id: MessageId) => Message | null

/** A crossing as the window shows it; `find` brings what became of it at each receiver. */
export function crossingView(
  state: State,
  crossing: Crossing,
  find: FindMessage,
  turnNumberOf: TurnNumber,
): CrossingView {
  const { id, link, n, turn, turnNumber, from, fromName, kind, at, costUsd, sent } = crossing
  const text = cutBytes(crossing.text, crossingBytes).text
  return {
    id,
    link,
    n,
    turn,
    turnNumber,
    from,
    fromName,
    kind,
    text,
    at,
    costUsd,
    words: wordCount(crossing.text),
    sent: sent.map((one) => sentView(state, one, find(one.message), turnNumberOf)),
  }
}

/** Mail to an agent that was deleted went with it. */
function sentView(state: State, sent: Sent, message: Message | null, turnNumber: TurnNumber): SentView {
  if (!message) {
    const gone = {
      state: 'dropped',
      stateAt: 0,
      reason: { kind: 'agentDeleted' },
      waits: null,
      inInput: false,
      turn: null,
    } as const
    return { ...sent, ...gone }
  }
  const carriage = message.crossed?.carriage ?? sent.carriage
  return {
    ...sent,
    carriage,
    state: message.state,
    stateAt: message.stateAt,
    ...whyOf(state, message),
    inInput: message.inInput,
    turn: message.turn === null ? null : turnNumber(message.turn),
  }
}

function wordCount(text: string): number {
  return text.split(/\s+/u).filter((word) => word !== '').length
}

/** A link as the agents API shows it, with its newest crossings (newest first). */
export function linkReport(state: State, link: Link, newest: readonly Crossing[]): LinkReport {
  const { id, mode, opened, closed, used, allowed, crossings, costUsd } = link
  const rests = closed ? null : restOf(link, around(state))
  return {
    id,
    mode,
    rests,
    crossings,
    costUsd,
    state: closed ? 'closed' : rests ? 'resting' : 'open',
    members: link.members.map((one) => ({ id: one, name: nameOf(state, one), side: sideOf(link, one) })),
    budget: { allowed, used, left: allowed - used },
    opened: { by: opened.name, at: iso(opened.at) },
    closed: closed && { by: closed.name, at: iso(closed.at), why: closed.why },
    crossed: newest.map(({ sent, ...crossing }) => ({
      id: crossing.id,
      from: crossing.fromName,
      turn: crossing.turnNumber,
      at: iso(crossing.at),
      preview: [...crossing.text.slice(0, 2 * previewLength)].slice(0, previewLength).join(''),
      words: wordCount(crossing.text),
      costUsd: crossing.costUsd,
      to: sent.map(({ toName, carriage }) => ({ name: toName, carriage })),
    })),
  }
}

function sideOf({ mode, lowered }: Link, member: AgentId): LinkMode {
  return lowered.includes(member) && mode !== 'paused' ? 'absorb' : mode
}

const intents = ['anchor', 'check', 'wait'] as const

/** An agent's timers that have not ended, the anchor first. */
export function heartbeatViews(state: State, heartbeats: readonly Heartbeat[]): readonly HeartbeatView[] {
  return heartbeats
    .flatMap((one) => heartbeatView(state, one) ?? [])
    .sort((a, b) => Number(b.intent === intents[0]) - Number(a.intent === intents[0]) || a.dueAt - b.dueAt)
}

function heartbeatView(state: State, heartbeat: Heartbeat): HeartbeatView | null {
  const {
    id,
    agent,
    intent,
    note,
    set,
    every,
    dueAt,
    reason,
    left,
    fired,
    costUsd,
    state: stands,
  } = heartbeat
  if (stands !== 'armed' && stands !== 'paused' && stands !== 'resting' && stands !== 'held') return null
  return {
    id,
    agent,
    intent,
    note,
    set,
    every,
    dueAt,
    reason,
    left,
    fired,
    costUsd,
    state: stands,
    about:
      heartbeat.about === null ? null : { id: heartbeat.about, name: aboutWords(state, heartbeat.about) },
  }
}

/** An agent's name, or a ticket's first words. */
function aboutWords(state: State, about: AgentId | MessageId): string {
  if (isAgent(about)) return nameOf(state, about)
  for (const { mailbox } of state.agents.values()) {
    const ticket = mailbox.find((message) => message.id === about)
    if (ticket) return firstLine(ticket.body, 80)
  }
  return about
}

/** A heartbeat as the agents API shows it. */
export function heartbeatReport(state: State, heartbeat: Heartbeat, audience: Audience): HeartbeatReport {
  const { id, agent, intent, note, about, state: stands, reason, dueAt, set, fired } = heartbeat
  const waits = waitsFor(state, heartbeat)
  const isArmed = stands === 'armed' && waits === ''
  return {
    id,
    agent: nameOf(state, agent),
    intent,
    note,
    state: stands,
    reason: waits || timerReasonWords(reason, audience),
    fired,
    about: about === null ? null : isAgent(about) ? nameOf(state, about) : about,
    firesAt: isArmed ? iso(dueAt) : null,
    inSeconds: isArmed ? Math.max(0, Math.round((dueAt - state.at) / 1000)) : null,
    setBy: set.by.kind === 'agent' ? nameOf(state, set.by.id) : set.name,
  }
}

/** Why an armed timer does not count down, in words for a person. */
function waitsFor({ agents, limits }: State, { agent, state }: Heartbeat): string {
  if (state !== 'armed') return ''
  if (limits.quiet) return 'waits: all timers are switched off'
  return agents.get(agent)?.agent.closedAt === null ? '' : 'waits: the tab is closed'
}

function nameOf(state: State, id: AgentId): string {
  return state.agents.get(id)?.agent.name ?? id
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}

/** Whose seats and switches say whether a link rests. */
function around({ limits, agents }: State): Around {
  return { limits, find: (id) => agents.get(id) }
}
