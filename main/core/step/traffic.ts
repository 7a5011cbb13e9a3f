import type { AgentId, MessageId } from '../../contract/api/model.ts'

/** One message between two agents, as the loop guard remembers it for ten minutes. */
export interface Passed {
  readonly id: MessageId
  readonly at: number
  readonly text: string
}

/** What passed between two agents lately, by the lesser of their ids, then by the other. */
export type Traffic = ReadonlyMap<AgentId, ReadonlyMap<AgentId, readonly Passed[]>>
