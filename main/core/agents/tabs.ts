import type { AgentId } from '../../contract/api/model.ts'
import type { Answer } from '../step/events.ts'
import { refuse } from '../mail/mailbox.ts'
import { endMessage, isUnanswered } from '../mail/tickets.ts'
import type { AgentState } from '../step/state.ts'
import type { Step } from '../step/step.ts'
import { endProcess } from './processes.ts'

const done: Answer = { kind: 'done' }

/** Moves a tab to a place among the open ones, from 0; closed ones keep their neighbors. */
export function move(step: Step, id: AgentId, place: number): void {
  const others = openTabs(step).filter((state) => state.agent.id !== id)
  const ids = tabs(step)
    .map((state) => state.agent.id)
    .filter((one) => one !== id)
  const next = others[place]?.agent.id
  const last = others.at(-1)?.agent.id
  ids.splice(next ? ids.indexOf(next) : last ? ids.indexOf(last) + 1 : 0, 0, id)
  renumber(step, ids)
}

function renumber(step: Step, ids: readonly AgentId[] = tabs(step).map((state) => state.agent.id)): void {
  ids.forEach((id, order) => {
    if (step.get(id).agent.order !== order) step.agent(id, { order })
  })
}

/** A closed tab keeps its place. */
const tabs = (step: Step): readonly AgentState[] =>
  [...step.agents()].sort((a, b) => a.agent.order - b.agent.order)

/** In order. */
export const openTabs = (step: Step): readonly AgentState[] =>
  tabs(step).filter((state) => state.agent.closedAt === null)

/** Closing is archiving: the process ends, mail waits, reopening restores everything. */
export function closeTab(step: Step, id: AgentId): Answer {
  const state = step.find(id)
  if (!state) return agentGone()
  if (state.agent.closedAt !== null) return done
  step.agent(id, { closedAt: step.now, status: 'asleep' })
  step.announce('agent.closed', { agent: id })
  endProcess(step, id)
  return done
}

export function reopen(step: Step, id: AgentId): Answer {
  const state = step.find(id)
  if (!state) return agentGone()
  if (state.agent.closedAt === null) return { kind: 'agent', agent: id }
  const { openedBy } = state.agent
  // Reopening a tab counts as approving it.
  step.agent(id, { closedAt: null, openedBy: openedBy && { ...openedBy, byUser: true } })
  renumber(step)
  return { kind: 'agent', agent: id }
}

/** Deletes permanently: unread mail ends `dropped`, the process ends, the transcript is removed. */
export function erase(step: Step, id: AgentId): Answer {
  if (!step.find(id)) return agentGone()
  step.announce('agent.closed', { agent: id })
  const state = step.get(id)
  for (const message of state.mailbox) {
    if (message.state === 'read' && !isUnanswered(message)) step.message(message, false)
    else endMessage(step, message, 'dropped', { kind: 'agentDeleted' })
  }
  step.announce('agent.deleted', { agent: id })
  endProcess(step, id)
  step.remove(id)
  step.emit({ do: 'agent.forget', agent: id, kind: state.agent.kind })
  renumber(step)
  return done
}

export function agentGone(): Answer {
  return refuse('unknown_agent', 'That agent no longer exists.')
}
