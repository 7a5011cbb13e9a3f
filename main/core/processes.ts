import type { AgentId, FolderTrust, Trouble } from '../contract/model.ts'
import type { Fact, Outcome } from './events.ts'
import { deathLimit, locate } from './frames.ts'
import type { AgentState } from './state.ts'
import type { Step } from './step.ts'
import { isHalted } from './status.ts'
import { book, endTurn } from './turns.ts'

/** Deaths older than this, in ms, are forgotten. */
export const deathWindow = 5 * 60 * 1000

/** The CLI answers: the agent is ready for its next prompt. */
export function ready(step: Step, state: AgentState, historyLost: boolean): void {
  if (state.process !== 'starting') return
  step.set(state.agent.id, { process: 'on' })
  if (!historyLost) return
  step.agent(state.agent.id, { conversed: false })
  step.note(
    state.agent.id,
    'The earlier conversation was not found, so it began a new one. What you see here is kept.',
    true,
  )
}

/** It could not be started: the person is told what to do, mail waits. */
export function refused(step: Step, state: AgentState, why: 'folder' | 'cli', detail: string): void {
  const asked = state.process === 'ending'
  step.set(state.agent.id, { process: 'off', outdated: false })
  if (!asked) fail(step, state.agent.id, why, detail)
}

function fail(step: Step, id: AgentId, trouble: Trouble, reason: string): void {
  step.set(id, { restartAt: null })
  step.agent(id, { status: 'failed', since: step.now, reason, trouble })
  step.note(id, reason, true)
}

/** The process is gone: asked for, or died. */
export function exited(step: Step, state: AgentState, detail: string): void {
  const id = state.agent.id
  const asked = state.process === 'ending'
  step.set(id, { process: 'off', cards: [], outdated: false })
  step.agent(id, { process: null })
  if (!asked && !isHalted(state)) died(step, state, detail)
  const { frame } = step.get(id)
  if (frame && frame.phase !== 'unfinished') locate(step, id, !asked)
  else endTurn(step, id, asked ? { kind: 'interrupted' } : null)
}

/** Counts a death that nobody asked for, and decides when to try again. */
function died(step: Step, state: AgentState, detail: string): void {
  const { id, deaths } = state.agent
  const recent = [...deaths.filter((at) => at > step.now - deathWindow), step.now]
  step.agent(id, { deaths: recent })
  const busy = state.frame !== null || state.process === 'starting'
  if (!busy) return
  const worst = Math.max(
    0,
    ...state.mailbox.map((message) => message.deaths + (isInFlight(state, message.id) ? 1 : 0)),
  )
  const spared = recent.length === deathLimit && worst >= deathLimit
  if (recent.length >= deathLimit && !spared) {
    fail(step, id, 'deaths', `Its process ended ${recent.length} times within five minutes. Last: ${detail}`)
    return
  }
  const wait = Math.min(30_000, 1000 * 2 ** (recent.length - 1))
  step.set(id, { restartAt: step.now + wait })
  step.agent(id, { reason: `its process ended (${detail}), starting again` })
}

function isInFlight(state: AgentState, id: string): boolean {
  return state.frame?.messages.some((message) => message === id) ?? false
}

/** A turn of the CLI has ended. Signed out: what it was about goes on after signing in. */
export function turnEnded(step: Step, state: AgentState, fact: Extract<Fact, { type: 'turn.ended' }>): void {
  const id = state.agent.id
  book(step, id, fact.totalCostUsd)
  if (!isSignedOut(fact.outcome)) {
    endTurn(step, id, fact.outcome)
    return
  }
  endTurn(step, id, null)
  const { frame } = step.get(id)
  if (frame?.phase === 'started') step.frame({ ...frame, phase: 'unfinished' }, true)
  fail(step, id, 'login', fact.outcome.detail)
  stopFailed(step, id)
}

/** Asks for the end of a process, if there is one; its exit comes as a fact. */
export function endProcess(step: Step, id: AgentId): void {
  const { process, run } = step.get(id)
  step.set(id, { restartAt: null })
  if (process === 'off' || process === 'ending') return
  step.set(id, { process: 'ending', cards: [] })
  step.emit({ do: 'agent.stop', agent: id, run })
}

/** How the folder's own settings stand for the process that is starting. */
export function looked(step: Step, state: AgentState, trust: FolderTrust): void {
  step.set(state.agent.id, { trust })
}

function isSignedOut(outcome: Outcome): outcome is Extract<Outcome, { kind: 'broken' }> {
  return outcome.kind === 'broken' && outcome.why === 'logged_out'
}

function stopFailed(step: Step, id: AgentId): void {
  const { process, run } = step.get(id)
  if (process !== 'on') return
  step.set(id, { process: 'ending', cards: [] })
  step.emit({ do: 'agent.stop', agent: id, run })
}
