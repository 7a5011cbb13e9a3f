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
    if (after.needs === 'permission') return 'asks permission'
    return after.needs === 'card' ? cardWords(after) : 'has a question'
  }
  if (after.broken && !before.broken) return 'broke off'
  if (after.status === before.status) return null
  if (after.status === 'working') return 'is answering'
  if (after.status === 'failed') return 'failed'
  return before.status === 'working' ? 'finished' : null
}

function cardWords({ trust, pending }: AgentView): string {
  if (trust === 'ask') return 'asks about its folder'
  const urgent = pending.find((message) => message.card !== null)
  return urgent
    ? `has a message from ${urgent.fromName} that asks you: now or later`
    : 'has mail that waits for you'
}
