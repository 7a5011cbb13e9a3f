import type { AgentOffers } from '../contract/agents/agent-offers.ts'

/** The public registry of agents: a copy that came with Janus, or a newer one that the user had fetched. */
export interface AgentRegistry {
  /** Asks nobody. */
  list(): AgentOffers
  /** Fetches the newest list. Rejects with words for a user; then the old one stays. */
  update(): Promise<AgentOffers>
}
