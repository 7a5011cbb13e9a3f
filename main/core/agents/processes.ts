import type { ReportedTask } from '../../contract/agents/background.ts'
import type { AgentReason } from '../../contract/agents/agent-words.ts'
import type { AgentId, Trouble } from '../../contract/api/model.ts'
import { isLost, isUnsure } from '../turns/frame-messages.ts'
import { locateFrame } from '../turns/frames.ts'
import { deathLimit } from '../turns/crash-recovery.ts'
import { forgetAll, tellForgotten, forgottenMessages } from '../turns/forgotten.ts'
import { settleRead } from '../turns/settle-messages.ts'
import { book, bookSeen } from '../budget/book.ts'
import { isUncalled } from '../budget/turn-cap.ts'
import { breakTurn } from './break-turn.ts'
import { closeTurn } from '../turns/turns.ts'
import type { Outcome, EventOf } from '../step/events.ts'
import type { AgentState, Agent } from '../step/state.ts'
import { isHalted, isUnread } from '../step/status.ts'
import { mustNotRun } from '../step/stopped.ts'
import type { Step } from '../step/step.ts'
import type { ContextUse } from '../../contract/agents/context.ts'

/** ms; older crashes don't count. */
const deathWindow = 5 * 60 * 1000

export function ready(
  step: Step,
  state: AgentState,
  { abilities, historyLost }: EventOf<'process.ready'>,
): void {
  if (state.process !== 'starting') return
  step.set(state.agent.id, { process: 'on', abilities })
  if (!historyLost) return
  step.agent(state.agent.id, { conversed: false, context: null })
  forgetAll(step, state.agent.id)
  step.announce('conversation.cut', { agent: state.agent.id })
  step.note(state.agent.id, { kind: 'historyLost' })
}

export function startRefused(
  step: Step,
  state: AgentState,
  { why, detail }: EventOf<'process.refused'>,
): void {
  const { id, kind } = state.agent
  const asked = state.process === 'ending'
  step.set(id, { process: 'off', needsRestart: false })
  if (asked) return
  if (why !== 'trust') return fail(step, id, why, { kind: 'unstartable', detail })
  const isDecided = state.trust === 'refused'
  fail(step, id, why, { kind: 'untrusted', of: kind, isDecided })
}

function fail(step: Step, id: AgentId, trouble: Trouble, reason: AgentReason): void {
  step.set(id, { restartAt: null })
  step.agent(id, { status: 'failed', since: step.now, reason, trouble })
  step.note(id, { kind: 'failed', reason })
}

export function exited(step: Step, state: AgentState, detail: string): void {
  const id = state.agent.id
  const asked = state.process === 'ending'
  step.set(id, {
    process: 'off',
    cards: [],
    needsRestart: false,
    awaits: [],
    background: [],
    subagents: [],
    healthWarning: null,
    interruptingMessage: null,
  })
  step.agent(id, { process: null })
  if (!asked && !isHalted(state)) died(step, state, detail)
  bookSeen(step, id)
  if (step.get(id).frames.some(isUnsure)) locateFrame(step, id, !asked)
  else closeTurn(step, id, asked ? { kind: 'interrupted' } : null)
}

/** Counts a crash, and decides when to retry. */
function died(step: Step, state: AgentState, detail: string): void {
  const { id, deaths } = state.agent
  const recent = [...deaths.filter((at) => at > step.now - deathWindow), step.now]
  step.agent(id, { deaths: recent })
  const busy = state.frames.some((frame) => frame.phase !== 'unfinished') || state.process === 'starting'
  if (!busy) return
  const worst = Math.max(
    0,
    ...state.mailbox.map((message) => message.deaths + (isInFlight(state, message.id) ? 1 : 0)),
  )
  const spared = recent.length === deathLimit && worst >= deathLimit
  if (recent.length >= deathLimit && !spared) {
    fail(step, id, 'deaths', { kind: 'deaths', count: recent.length, detail })
    return
  }
  const wait = Math.min(30_000, 1000 * 2 ** (recent.length - 1))
  step.set(id, { restartAt: step.now + wait })
  step.agent(id, { reason: { kind: 'died', detail } })
}

function isInFlight(state: AgentState, id: string): boolean {
  return state.frames.some((frame) => isLost(frame) && frame.messages.some((message) => message === id))
}

/** Ends the current turn. What was interrupted by a message, or failed, is resumed later with its origin. */
export function onTurnEnded(step: Step, state: AgentState, fact: EventOf<'turn.ended'>): void {
  const id = state.agent.id
  const { outcome } = fact
  step.set(id, { wasRestarted: false })
  book(step, id, { costUsd: fact.totalCostUsd, tokens: fact.totalTokens })
  const by = interjectedBy(state, outcome)
  if (by) return closeTurn(step, id, outcome, { why: 'interjected', by })
  const { turn } = state
  if (outcome.kind === 'interrupted' && turn && mustNotRun(step, state, turn))
    return closeTurn(step, id, outcome, { why: 'stopped' })
  if (outcome.kind === 'interrupted' && turn && state.haltedBy === 'turnCap')
    return closeTurn(step, id, outcome, { why: 'cap', goesOn: false })
  const stopped = outcome.kind === 'interrupted' && turn ? forgottenMessages(state, turn) : []
  if (outcome.kind === 'interrupted' && state.haltedBy === null && !isUncalled(step, state))
    endInterrupted(step, state)
  if (outcome.kind !== 'broken') {
    closeTurn(step, id, outcome)
    return tellForgotten(step, id, stopped)
  }
  if (outcome.why === 'logged_out') {
    closeTurn(step, id, outcome, { why: 'login' })
    fail(step, id, 'login', { kind: 'signedOut', detail: outcome.detail })
    endProcess(step, id)
    return
  }
  breakTurn(step, state, outcome)
}

/** Names of the senders for whose messages the turn was interrupted; null if it wasn't. */
function interjectedBy(
  { frames, mailbox, interruptingMessage: stopFor }: AgentState,
  { kind }: Outcome,
): readonly string[] | null {
  const cut =
    kind === 'cut' ? frames.find((frame) => frame.how === 'interject' && isUnread(frame)) : undefined
  const ids = cut?.messages ?? (kind === 'interrupted' && stopFor !== null ? [stopFor] : [])
  const names = mailbox.filter((message) => ids.includes(message.id)).map((message) => message.fromName)
  return names.length > 0 ? [...new Set(names)] : null
}

/** The user's interrupt also ends what waited to be resumed. */
function endInterrupted(step: Step, { agent, frames }: AgentState): void {
  for (const frame of frames) {
    if (frame.phase !== 'unfinished') continue
    step.frame(frame, false)
    settleRead(step, agent.id, new Set(frame.messages), frame.chain, { kind: 'interrupted' })
  }
}

export function background(step: Step, state: AgentState, tasks: readonly ReportedTask[]): void {
  const since = new Map(state.background.map((one) => [one.id, one.since]))
  step.set(state.agent.id, {
    background: tasks.map((told) => ({ ...told, since: since.get(told.id) ?? step.now })),
  })
}

export function endProcess(step: Step, id: AgentId): void {
  const { process, run } = step.get(id)
  step.set(id, { restartAt: null })
  if (process === 'off' || process === 'ending') return
  step.set(id, { process: 'ending', cards: [], awaits: [] })
  step.emit({ do: 'agent.stop', agent: id, run })
}

export function updateContext(step: Step, { id, context: before }: Agent, context: ContextUse): void {
  if (before?.used !== context.used || before.size !== context.size) step.agent(id, { context })
}

/** The conversation was restarted or compacted, so its context size is unknown. */
export function contextGone(step: Step, id: AgentId): void {
  if (step.get(id).agent.context !== null) step.agent(id, { context: null })
}
