import type { AgentId } from '../../contract/api/model.ts'
import { quietLimit } from '../../contract/agents/vitals.ts'
import type { AgentState, State } from './state.ts'
import type { Step } from './step.ts'

/** Restarts the silence after a sign of life other than the process's own output. */
export function resetSilence(step: Step, { agent, healthWarning }: AgentState): void {
  if (healthWarning?.is === 'quiet')
    step.set(agent.id, { healthWarning: { ...healthWarning, since: step.now } })
}

/**
 * When a quiet turn is restarted, in ms; null: never. Not while it waits for the user or a peer, is
 * suspended, was restarted once already, or would lose its conversation.
 */
export function quietRestartAt(state: AgentState): number | null {
  const { process, turn, cards, awaits, healthWarning, wasRestarted, abilities } = state
  if (healthWarning?.is !== 'quiet' || wasRestarted || turn === null || process !== 'on') return null
  if (cards.length > 0 || awaits.some(({ over }) => over === null) || !abilities.resumes) return null
  return healthWarning.since + quietLimit
}

/**
 * Kills a process that has been quiet for too long: its exit counts as a crash, after which the turn resumes.
 */
export function restartQuiet(step: Step, id: AgentId): void {
  const state = step.get(id)
  const at = quietRestartAt(state)
  if (at === null || at > step.now) return
  step.set(id, { wasRestarted: true })
  step.note(id, { kind: 'quietRestart' })
  step.emit({ do: 'agent.kill', agent: id, run: state.run })
}

/**
 * Leaves `by` ms out of every silence: the machine slept or its clock was set forward, so nobody could say
 * anything.
 */
export function excludeTime(state: State, by: number): State {
  const excluded = (one: AgentState): AgentState => {
    const { healthWarning } = one
    return healthWarning === null
      ? one
      : { ...one, healthWarning: { ...healthWarning, since: healthWarning.since + by } }
  }
  const agents = new Map([...state.agents].map(([id, one]) => [id, excluded(one)]))
  return { ...state, agents }
}
