import type { AgentId } from '../../contract/api/model.ts'
import type { Fact } from '../../ports/ports.ts'
import type { Model, Transcripts } from './acts.ts'
import type { MemoryCli } from './cli.ts'
import type { VirtualClock } from '../virtual-clock.ts'

/** What is around a CLI in memory. */
export interface CliWorld {
  readonly clock: Pick<VirtualClock, 'afterFor' | 'drop'>
  readonly transcripts: Transcripts
  /** Whether the turns of a conversation tell their price. */
  isPriced(conversation: string): boolean
  readonly model: Model
  readonly tell: (fact: Fact) => void
  readonly isDeaf: (agent: AgentId) => boolean
  /** A name for a request that was not given before. */
  readonly request: () => string
  readonly died: (cli: MemoryCli, detail: string) => void
}
