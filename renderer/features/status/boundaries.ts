import type { AgentId } from '../../../main/contract/model.ts'
import type { AgentView } from '../../../main/contract/views.ts'

type Agents = Readonly<Record<AgentId, AgentView>>

/** What there is to tell a listener between two states: where something began, ended, or wants them. */
export function boundariesBetween(before: Agents, after: Agents): readonly string[] {
  return Object.values<AgentView>(after).flatMap((agent) => {
    const then = before[agent.id]
    const words = then && boundaryOf(then, agent)
    return words ? [`${agent.name} ${words}`] : []
  })
}

function boundaryOf(before: AgentView, after: AgentView): string | null {
  if (after.needs !== before.needs && after.needs !== null) {
    return after.needs === 'permission' ? 'asks permission' : 'has a question'
  }
  if (after.status === before.status) return null
  if (after.status === 'working') return 'is answering'
  if (after.status === 'failed') return 'failed'
  return before.status === 'working' ? 'finished' : null
}
