import type { AgentId } from '../../contract/api/model.ts'
import { quietLimit, type HealthWarningKind } from '../../contract/agents/vitals.ts'
import type { AgentState, State } from './state.ts'
import type { Step } from './step.ts'

/** A sign of the process that it may not go on, or none any more. */
export function setHealthWarning(step: Step, state: AgentState, warning: HealthWarningKind | null): void {
  step.set(state.agent.id, { healthWarning: warning && { is: warning, since: step.now } })
}

/** Its silence begins again: it has given a sign of life that its own words do not tell. */
export function resetSilence(step: Step, { agent, healthWarning }: AgentState): void {
  if (healthWarning?.is === 'quiet')
    step.set(agent.id, { healthWarning: { ...healthWarning, since: step.now } })
}

/**
 * When a turn has been quiet for too long, in ms; null: it may be as quiet as it likes. What waits for the user or a
 * peer, is suspended, was ended for it once already, or would lose its conversation is left alone.
 */
export function quietRestartAt(state: AgentState): number | null {
  const { process, turn, cards, awaits, healthWarning, wasRestarted, abilities } = state
  if (healthWarning?.is !== 'quiet' || wasRestarted || turn === null || process !== 'on') return null
  if (cards.length > 0 || awaits.some(({ over }) => over === null) || !abilities.resumes) return null
  return healthWarning.since + quietLimit
}

/** Ends a process that has been quiet for too long: its exit comes as a death, after which its turn goes on. */
export function restartQuiet(step: Step, id: AgentId): void {
  const state = step.get(id)
  const at = quietRestartAt(state)
  if (at === null || at > step.now) return
  step.set(id, { wasRestarted: true })
  step.note(id, { kind: 'quietRestart' })
  step.emit({ do: 'agent.kill', agent: id, run: state.run })
}

/** The machine has slept so many ms, or its clock was set on: nobody could say anything meanwhile. */
export function excludeTime(state: State, by: number): State {
  const agents = new Map(
    [...state.agents].map(([id, one]) => {
      const { healthWarning } = one
      return [
        id,
        healthWarning === null
          ? one
          : { ...one, healthWarning: { ...healthWarning, since: healthWarning.since + by } },
      ]
    }),
  )
  return { ...state, agents }
}
