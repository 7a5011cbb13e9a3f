import { fleet } from '../fleet/core/fleet.ts'
import { edits } from './edits/edits.ts'
import { tasks } from './tasks/tasks.ts'
import { worktrees } from './worktrees/worktrees.ts'
import type { AgentId } from '../contract/api/model.ts'
import type { Answer, Command, EventOf } from './step/events.ts'
import type { Facts } from './step/facts.ts'
import type { MachineState } from './step/machines.ts'
import type { Agent, State } from './step/state.ts'
import type { Step } from './step/step.ts'

/** The optional parts of the core; nothing else in it knows them. */
export const extensions: readonly Extension[] = [tasks, worktrees, edits, fleet]

export interface Extension {
  readonly commands: {
    readonly [K in Command['type']]?: (step: Step, command: EventOf<K>) => Answer
  }
  /** Called after the core's own reactions. */
  readonly reactions?: { readonly [K in keyof Facts]?: (step: Step, fact: Facts[K]) => void }
  /** Called at a start; `isRestored`: the store is a backup. */
  readonly start?: (step: Step, isRestored: boolean) => void
  /** Called at the end of a step: before agents decide, for each agent, and afterwards. */
  readonly before?: (step: Step) => void
  readonly tend?: (step: Step, agent: AgentId) => void
  readonly after?: (step: Step) => void
  /** When to call it next for an agent, a machine or the state, in ms. */
  readonly timesOfAgent?: (agent: Agent) => readonly number[]
  readonly timesOfMachine?: (machine: MachineState) => readonly number[]
  readonly timesOfState?: (state: State) => readonly number[]
}
