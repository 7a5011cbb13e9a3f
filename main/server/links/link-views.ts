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

/** A link as the window shows it. */
export function linkView(state: State, link: Link): LinkView {
  const { used, cap, raised } = link
  const kept = backlogOf({ find: (agent) => state.agents.get(agent), machines: state.machines }, link)
  return {
    ...pick(link, linkFields),
    costUsd: used.costUsd,
    spending: budgetView(used, cap, state.limits.caps.link, raised),
    ...pick(link, ['name', 'opened', 'purpose', 'closed']),
    rests: link.closed ? null : restOf(link, around(state)),
    kept: new Set(kept.map(({ crossed }) => crossed?.crossing)).size,
    ...machinesView(link),
  }
}

function machinesView({ machines }: Link): Pick<LinkView, 'machines'> {
  if (!machines) return {}
  const { home, names, asked, spent } = machines
  return { machines: { home, names, asked, ...(spent ? { spent } : {}) } }
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
  return {
    ...pick(crossing, ['id', 'link', 'n', 'turn', 'turnNumber', 'from', 'fromName', 'kind']),
    text: cutBytes(crossing.text, crossingBytes).text,
    ...pick(crossing, ['at', 'costUsd']),
    words: wordCount(crossing.text),
    sent: crossing.sent.map((one) => sentView(state, one, find(one.message), turnNumberOf)),
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

/** The anchor first, what was dropped last. */
function placeOf({ intent, state }: HeartbeatView): number {
  if (state === 'dropped') return 2
  return intent === 'anchor' ? 0 : 1
}

/** An agent's timers that have not ended, the anchor first, what was dropped last. */
export function heartbeatViews(state: State, heartbeats: readonly Heartbeat[]): readonly RunningHeartbeat[] {
  return heartbeats
    .map((one) => heartbeatView(state, one))
    .filter(runs)
    .sort((a, b) => placeOf(a) - placeOf(b) || a.dueAt - b.dueAt)
}

const runs = (one: HeartbeatView): one is RunningHeartbeat => isTimerRunning(one.state)

/** A heartbeat as the window shows it. */
export function heartbeatView(state: State, heartbeat: Heartbeat): HeartbeatView {
  const { about, trigger } = heartbeat
  return {
    ...pick(heartbeat, heartbeatFields),
    about: about === null ? null : { id: about, name: aboutWords(state, about) },
    ...(trigger ? { trigger: triggerView(trigger) } : {}),
  }
}

/** What is shown of a trigger: not the hash of a secret, nor what its limits count. */
function triggerView({ on, repeats, interval, perDay }: Trigger): TriggerView {
  return { on: on.kind === 'webhook' ? { kind: on.kind } : on, repeats, interval, perDay }
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

/** Why an armed timer does not count down: everything is stopped, all are switched off, or its tab is closed. */
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

/** Whose seats and switches say whether a link rests. */
function around({ limits, agents }: State): Around {
  return { limits, find: (id) => agents.get(id) }
}
