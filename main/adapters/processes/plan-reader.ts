import { planCall, readPlanSteps } from '../../contract/agents/plan-steps.ts'
import { facts, type ProgramEvent } from './agent-family.ts'

/** Reports a program's plans as completed tool calls, since such a program sends the whole plan each time. */
export class PlanReader {
  #count = 0
  #told = ''

  /** Reports an unchanged plan again in the next turn. */
  beginTurn(): void {
    this.#told = ''
  }

  /** Returns nothing for an unchanged or empty plan. */
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
