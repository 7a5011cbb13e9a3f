import { fleet } from '../fleet/core/fleet.ts'
import { edits } from './edits/edits.ts'
import { tasks } from './tasks/tasks.ts'
import { worktrees } from './worktrees/worktrees.ts'
import type { AgentId } from '../contract/api/model.ts'
import type { Answer, Command } from './step/events.ts'
import type { Facts } from './step/facts.ts'
import type { MachineState } from './step/machines.ts'
import type { Agent, State } from './step/state.ts'
import type { Step } from './step/step.ts'

/** The optional parts of the core. Nothing else in it knows them. */
export const extensions: readonly Extension[] = [tasks, worktrees, edits, fleet]

/** An optional part of the core: what it adds at each place where the core goes through its parts. */
export interface Extension {
  readonly commands: {
    readonly [K in Command['type']]?: (step: Step, command: Extract<Command, { type: K }>) => Answer
  }
  /** It hears each fact after the core's own parts. */
  readonly reactions: { readonly [K in keyof Facts]?: (step: Step, fact: Facts[K]) => void }
  /** At a start; `isRestored`: what was stored is a backup. */
  readonly start: (step: Step, isRestored: boolean) => void
  /** When a step ends: before agents are given what is next, at each of them, and after that. */
  readonly before: (step: Step) => void
  readonly tend: (step: Step, agent: AgentId) => void
  readonly after: (step: Step) => void
  /** When it is to be asked next about an agent or another machine, in ms. */
  readonly timesOfAgent: (agent: Agent) => readonly number[]
  readonly timesOfMachine: (machine: MachineState) => readonly number[]
  readonly timesOfState?: (state: State) => readonly number[]
}
