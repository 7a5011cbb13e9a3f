import type { Launch } from '../../ports/ports.ts'
import type { Heard } from '../../adapters/processes/heard.ts'
import type { Rpc } from './rpc.ts'

/** What a conversation is led with. */
export interface ConversingOptions {
  readonly rpc: Rpc
  readonly launch: Launch
  readonly thread: string
  /** The model that it goes on with when none is chosen. */
  readonly model: string
  /** How hard that one thinks when nothing is said; null: nobody knows. */
  readonly effort: string | null
  hear(heard: Heard): void
  /** Codex does not do what it must: it has to be ended. */
  end(why: string): void
  log(line: string): void
}
