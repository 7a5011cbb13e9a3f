import type { AgentId, Author } from './model.ts'

/** A passage of an earlier conversation that the seed shows. */
export interface Passage {
  readonly agent: AgentId
  readonly agentName: string
  /** Who said it: the agent itself, or who wrote to it. */
  readonly author: Author
  readonly authorName: string
  /** Place in that agent's transcript. */
  readonly n: number
  readonly at: number
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string
  /** At most 400 characters. */
  readonly text: string
}
