import type { Query } from '@anthropic-ai/claude-agent-sdk'
import type { Configuration } from '../processes/agent-family.ts'
import { effortOf } from './options.ts'

/** What of its launch a CLI that runs is to have otherwise. */
export class Configuring {
  /** What was asked for after the launch. */
  #wanted: Configuration | null = null
  /** How hard it thinks, as it was told last. */
  #effort: string | null
  readonly #log: (line: string) => void

  constructor(effort: string | null, log: (line: string) => void) {
    this.#effort = effort
    this.#log = log
  }

  want(to: Configuration): void {
    this.#wanted = to
  }

  /** Tells the CLI what is wanted, once; it holds from its next request of the model on. False: nothing is. */
  apply(query: Query | null): boolean {
    if (this.#wanted === null) return false
    const note = (error: unknown): void => this.#log(`configure: ${String(error)}`)
    const { model, effort, permissionMode } = this.#wanted
    query?.setModel(model ?? undefined).catch(note)
    query?.setPermissionMode(permissionMode).catch(note)
    if (effort !== this.#effort) query?.applyFlagSettings({ effortLevel: effortOf(effort) }).catch(note)
    this.#effort = effort
    this.#wanted = null
    return true
  }
}
