import type { AgentView } from '../../../main/contract/views.ts'

/** How many messages wait for an agent: not what Janus only wants to add to its next prompt. */
export function waitingMail({ pending }: Pick<AgentView, 'pending'>): number {
  return pending.filter(({ from, absorbed }) => from.kind !== 'system' || !absorbed).length
}
