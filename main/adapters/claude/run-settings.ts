import type { AgentId } from '../../contract/model.ts'
import type { BackendOffer, Clock, Launch, TrustAtStart } from '../../ports.ts'
import type { LaunchSettings } from './options.ts'
import type { Heard } from './stream.ts'

/** What a run needs of its backend. */
export interface RunSettings {
  readonly clock: Clock
  /** Where the CLI keeps its conversations. */
  readonly configFolder: string
  /** Begins the mark that all processes of this state folder bear in their environment. */
  readonly marker: string
  /** Whether the folder's own settings count. */
  readonly trust: TrustAtStart
  /** Makes the agent's identity and the rest of its launch; called once per process. */
  prepare(agent: AgentId, launch: Launch): Omit<LaunchSettings, 'trust'>
  /** The process is gone: what it was known by must not be taken for it any more. */
  revoke(agent: AgentId): void
  hear(heard: Heard): void
  offered(offer: BackendOffer): void
  log(line: string): void
}
