import { readOffers } from '../../adapters/downloads/read-offers.ts'
import registry from '../../adapters/downloads/agent-registry.json' with { type: 'json' }
import type { AgentOffers } from '../../contract/agents/agent-offers.ts'
import type { AgentRegistry } from '../../ports/agent-registry.ts'

/** The bundled copy; a newer list can't be fetched. */
export class MemoryAgentRegistry implements AgentRegistry {
  list(): AgentOffers {
    return { offers: readOffers(registry) ?? [], updatedAt: registry.updatedAt }
  }

  update(): Promise<AgentOffers> {
    return Promise.reject(new Error('The list could not be fetched (ENOTFOUND).'))
  }
}
