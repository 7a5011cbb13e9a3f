import { planCall, readPlanSteps } from '../../contract/agents/plan-steps.ts'
import { facts, type ProgramEvent } from './agent-family.ts'

/** Reads the plans that a program tells by themselves, each time as a whole: as calls that have ended. */
export class PlanReader {
  #count = 0
  #told = ''

  /** A plan of another turn is told again in this one. */
  beginTurn(): void {
    this.#told = ''
  }

  /** What a plan says; nothing where it is the one that was told last, or has no steps. */
  read(name: string, list: unknown): ProgramEvent[] {
    const steps = readPlanSteps(list)
    const { tool, input } = planCall(name, steps)
    if (steps.length === 0 || input === this.#told) return []
    this.#told = input
    const call = `plan-${++this.#count}`
    return facts([
      { type: 'block.said', block: { kind: 'tool', call, tool, input } },
      { type: 'block.said', block: { kind: 'result', call, text: '', end: 'done' } },
    ])
  }
}
