import type { Shared } from '../../contract/houses.ts'
import type { AgentId } from '../../contract/model.ts'
import { unshared } from '../links/members.ts'
import type { Step } from '../step.ts'
import { leaveSeat } from './seat-here.ts'

/** The person says who of other houses may write to an agent; one that is shared no more leaves what they keep. */
export function share(step: Step, agent: AgentId, shared: Shared): void {
  step.agent(agent, { shared })
  if (shared !== 'no') return
  unshared(step, agent)
  leaveSeat(step, agent)
}
