import type { AgentId } from '../../contract/api/model.ts'
import { quietLimit, type Ailment } from '../../contract/agents/vitals.ts'
import type { AgentState, State } from './state.ts'
import type { Step } from './step.ts'

/** A sign of the process that it may not go on, or none any more. */
export function ails(step: Step, state: AgentState, ailment: Ailment | null): void {
  step.set(state.agent.id, { ailing: ailment && { is: ailment, since: step.now } })
}

/** Its silence begins again: it has given a sign of life that its own words do not tell. */
export function stirred(step: Step, { agent, ailing }: AgentState): void {
  if (ailing?.is === 'quiet') step.set(agent.id, { ailing: { ...ailing, since: step.now } })
}

/**
 * When a turn has been quiet for too long, in ms; null: it may be as quiet as it likes. What waits for the user or a
 * peer, is suspended, was ended for it once already, or would lose its conversation is left alone.
 */
export function rousedAt(state: AgentState): number | null {
  const { process, turn, cards, awaits, ailing, isRoused, abilities } = state
  if (ailing?.is !== 'quiet' || isRoused || turn === null || process !== 'on') return null
  if (cards.length > 0 || awaits.some(({ over }) => over === null) || !abilities.resumes) return null
  return ailing.since + quietLimit
}

/** Ends a process that has been quiet for too long: its exit comes as a death, after which its turn goes on. */
export function rouse(step: Step, id: AgentId): void {
  const state = step.get(id)
  const at = rousedAt(state)
  if (at === null || at > step.now) return
  step.set(id, { isRoused: true })
  step.note(id, { kind: 'roused' })
  step.emit({ do: 'agent.kill', agent: id, run: state.run })
}

/** The machine has slept so many ms, or its clock was set on: nobody could say anything meanwhile. */
export function excused(state: State, by: number): State {
  const agents = new Map(
    [...state.agents].map(([id, one]) => {
      const { ailing } = one
      return [id, ailing === null ? one : { ...one, ailing: { ...ailing, since: ailing.since + by } }]
    }),
  )
  return { ...state, agents }
}
