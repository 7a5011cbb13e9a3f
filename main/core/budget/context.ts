import type { ContextUse } from '../../contract/agents/context.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Agent } from '../step/state.ts'
import type { Step } from '../step/step.ts'

/** An agent's process tells how full its context is. */
export function contextTold(step: Step, { id, context: before }: Agent, context: ContextUse): void {
  if (before?.used !== context.used || before.size !== context.size) step.agent(id, { context })
}

/** Its conversation was begun anew or cut down: what was told of it holds no more. */
export function contextGone(step: Step, id: AgentId): void {
  if (step.get(id).agent.context !== null) step.agent(id, { context: null })
}
