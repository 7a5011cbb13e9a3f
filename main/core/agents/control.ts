import type { AgentId } from '../../contract/api/model.ts'
import type { Answer, EventOf } from '../step/events.ts'
import { inState, refuse } from '../mail/mailbox.ts'
import { brokenIn } from '../step/broken-turn.ts'
import type { AgentState } from '../step/state.ts'
import type { Step } from '../step/step.ts'
import { endProcess } from './processes.ts'
import { wakeAhead } from './sleep.ts'
import { agentGone } from './tabs.ts'

export function composed(step: Step, { agent: id, draft, left, begins }: EventOf<'user.composed'>): Answer {
  if (!step.find(id)) return agentGone()
  if (!begins) step.set(id, { typing: left ? null : { at: step.now, draft } })
  if (draft || begins) wakeAhead(step, id)
  return { kind: 'done' }
}

export function retryTurn(step: Step, id: AgentId): Answer {
  const state = step.find(id)
  if (!state) return agentGone()
  const frame = brokenIn(state)
  if (!frame) return refuse('wrong_state', 'Nothing is broken off here.')
  step.frame({ ...frame, tries: 0, broke: { ...frame.broke, retryAt: step.now } }, true)
  return { kind: 'agent', agent: id }
}

/** Ends the process; mail waits until the user writes or starts it again. */
export function stop(step: Step, id: AgentId): Answer {
  const state = step.find(id)
  if (!state) return agentGone()
  step.set(id, { typing: { at: step.now, draft: state.typing?.draft ?? false } })
  step.agent(id, { status: 'stopped', since: step.now, reason: { kind: 'stopped' } })
  endProcess(step, id)
  return { kind: 'agent', agent: id }
}

/** Restarts the process; also lifts a stop or a failure. */
export function restart(step: Step, id: AgentId): Answer {
  const state = step.find(id)
  if (!state) return agentGone()
  if (state.agent.closedAt !== null) return refuse('wrong_state', 'The tab is closed. Reopen it first.')
  step.agent(id, { status: 'starting', since: step.now, reason: null, deaths: [] })
  endProcess(step, id)
  step.set(id, { restartAt: step.now, wasRestarted: false })
  return { kind: 'agent', agent: id }
}

export function stopTask(step: Step, id: AgentId, task: string): Answer {
  const state = step.find(id)
  if (!state) return agentGone()
  const isSubagent = state.subagents.some(({ entry, use }) => entry.call === task && use.end === null)
  if (!isSubagent && !state.background.some((one) => one.id === task))
    return refuse('wrong_state', 'It has ended already: nothing of this name runs in the background.')
  if (!state.abilities.stopsTasks)
    return refuse('wrong_state', 'Its program stops none of these alone. Stop the agent instead.')
  step.emit({ do: 'agent.stopTask', agent: id, run: state.run, task })
  return { kind: 'agent', agent: id }
}

export function markSeen(step: Step, id: AgentId, row: number): Answer {
  const state = step.find(id)
  if (!state) return agentGone()
  const unread = state.agent.unread.filter((one) => one > row)
  if (unread.length < state.agent.unread.length) step.agent(id, { unread })
  return { kind: 'done' }
}

/** Interrupts the current turn; the process stays. The user's queued messages are held until they decide. */
export function interrupt(step: Step, id: AgentId): Answer {
  const state = step.find(id)
  if (!state) return agentGone()
  if (state.turn !== null) holdQueued(step, state)
  if (state.process === 'on') step.emit({ do: 'agent.interrupt', agent: id, run: state.run })
  step.set(id, {
    interruptingMessage: null,
    haltedBy: state.haltedBy === 'gathering' ? null : state.haltedBy,
    typing: { at: step.now, draft: state.typing?.draft ?? false },
  })
  return { kind: 'agent', agent: id }
}

/**
 * Holds the user's messages that wait for the end of the turn: a user who stops an agent wants to look before
 * the next turn begins. Their text in a gathering starts no turn, and isn't held.
 */
function holdQueued(step: Step, { mailbox }: AgentState): void {
  const reason = { kind: 'hand', act: 'interrupted' } as const
  for (const message of mailbox) {
    if (message.from.kind !== 'user' || message.state !== 'queued' || message.now || message.spoken) continue
    step.message(inState(step, { ...message, hold: 'interrupted' }, 'held', reason), true)
  }
}
