import type { AgentOffers } from '../contract/agents/agent-offers.ts'

/** The public registry of agents: the copy that ships with Janus, or a newer one that the user downloaded. */
export interface AgentRegistry {
  /** Makes no request. */
  list(): AgentOffers
  /** Downloads the newest list. Rejects with a message for the user; then the old list stays in use. */
  update(): Promise<AgentOffers>
}
