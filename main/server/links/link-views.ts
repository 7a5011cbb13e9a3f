import { budgetView } from '../../contract/budget/budget.ts'
import type { Crossing, Link, Sent } from '../../contract/links/links.ts'
import {
  heartbeatFields,
  type HeartbeatView,
  type RunningHeartbeat,
  type Heartbeat,
} from '../../contract/timers/heartbeats.ts'
import type { Trigger, TriggerView } from '../../contract/timers/triggers.ts'
import {
  linkFields,
  type CrossingView,
  type LinkView,
  type SentView,
} from '../../contract/links/link-views.ts'
import type { AgentId, MessageId } from '../../contract/api/model.ts'
import { pick } from '../../contract/api/pick.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { isTimerRunning } from '../../contract/timers/timer-words.ts'
import { isAgent } from '../../core/heartbeats/heartbeats.ts'
import { backlogOf } from '../../core/links/backlog.ts'
import { restOf, type Around } from '../../core/links/queries.ts'
import type { State } from '../../core/step/state.ts'
import { cutBytes, firstLine } from '../../core/words/text.ts'
import { whyOf, type TurnNumber } from '../mail/mail-views.ts'

const crossingBytes = 64 * 1024

export function linkView(state: State, link: Link): LinkView {
  const { used, cap, raised } = link
  const kept = backlogOf({ find: (agent) => state.agents.get(agent), machines: state.machines }, link)
  return {
    ...pick(link, linkFields),
    costUsd: used.costUsd,
    spending: budgetView(used, cap, state.limits.caps.link, raised),
    ...pick(link, ['name', 'opened', 'purpose', 'closed']),
    pauseReason: link.closed ? null : restOf(link, around(state)),
    kept: new Set(kept.map(({ crossed }) => crossed?.crossing)).size,
    ...machinesView(link),
  }
}

function machinesView({ machines }: Link): Pick<LinkView, 'machines'> {
  if (!machines) return {}
  const { home, names, asked, spent } = machines
  return { machines: { home, names, asked, ...(spent ? { spent } : {}) } }
}

/** Open or settled. */
export type FindMessage = (id: MessageId) => Message | null

/** `find` looks up the message of each receiver. */
export function crossingView(
  state: State,
  crossing: Crossing,
  find: FindMessage,
  turnNumberOf: TurnNumber,
): CrossingView {
  return {
    ...pick(crossing, ['id', 'link', 'n', 'turn', 'turnNumber', 'from', 'fromName', 'kind']),
    text: cutBytes(crossing.text, crossingBytes).text,
    ...pick(crossing, ['at', 'costUsd']),
    words: wordCount(crossing.text),
    sent: crossing.sent.map((one) => sentView(state, one, find(one.message), turnNumberOf)),
  }
}

/** Deleting an agent deletes its messages. */
function sentView(state: State, sent: Sent, message: Message | null, turnNumber: TurnNumber): SentView {
  if (!message) {
    const gone = {
      state: 'dropped',
      stateAt: 0,
      reason: { kind: 'agentDeleted' },
      waitReason: null,
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

/** Anchors first, dropped timers last. */
function placeOf({ intent, state }: HeartbeatView): number {
  if (state === 'dropped') return 2
  return intent === 'anchor' ? 0 : 1
}

/** Active timers, in the order of `placeOf`, then by due time. */
export function heartbeatViews(state: State, heartbeats: readonly Heartbeat[]): readonly RunningHeartbeat[] {
  return heartbeats
    .map((one) => heartbeatView(state, one))
    .filter(runs)
    .sort((a, b) => placeOf(a) - placeOf(b) || a.dueAt - b.dueAt)
}

const runs = (one: HeartbeatView): one is RunningHeartbeat => isTimerRunning(one.state)

export function heartbeatView(state: State, heartbeat: Heartbeat): HeartbeatView {
  const { about, trigger } = heartbeat
  return {
    ...pick(heartbeat, heartbeatFields),
    about: about === null ? null : { id: about, name: aboutWords(state, about) },
    ...(trigger ? { trigger: triggerView(trigger) } : {}),
  }
}

/** Without the secret's hash and the counters. */
function triggerView({ on, repeats, interval, perDay }: Trigger): TriggerView {
  return { on: on.kind === 'webhook' ? { kind: on.kind } : on, repeats, interval, perDay }
}

/** An agent's name, or the start of a ticket. */
function aboutWords(state: State, about: AgentId | MessageId): string {
  if (isAgent(about)) return nameOf(state, about)
  for (const { mailbox } of state.agents.values()) {
    const ticket = mailbox.find((message) => message.id === about)
    if (ticket) return firstLine(ticket.body, 80)
  }
  return about
}

/** Why an armed timer does not count down. */
export function standsBy(
  { agents, limits }: State,
  { agent, state }: Pick<Heartbeat, 'agent' | 'state'>,
): 'stopped' | 'quiet' | 'closed' | null {
  if (state !== 'armed') return null
  if (limits.stopped !== null) return 'stopped'
  if (limits.quiet) return 'quiet'
  return agents.get(agent)?.agent.closedAt === null ? null : 'closed'
}

function nameOf(state: State, id: AgentId): string {
  return state.agents.get(id)?.agent.name ?? id
}

/** Seats and settings decide whether a link rests. */
function around({ limits, agents }: State): Around {
  return { limits, find: (id) => agents.get(id) }
}
