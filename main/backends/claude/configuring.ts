import type { Query } from '@anthropic-ai/claude-agent-sdk'
import type { Configuration } from '../../adapters/processes/agent-family.ts'
import { effortOf, noThinking } from './options.ts'

/** What of its launch a CLI that runs is to have otherwise. */
export class Configuring {
  #wanted: Configuration | null = null
  /** How hard it thinks, as it was told last. */
  #effort: string | null
  #isOff = false
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
    const isAgain = this.#wanted !== null
    if (query !== null) this.#tell(query)
    return isAgain
  }

  #tell(query: Query): void {
    const note = (error: unknown): void => this.#log(`configure: ${String(error)}`)
    if (this.#wanted !== null) this.#change(query, this.#wanted, note)
    this.#wanted = null
    // Not as an option of its start, which would hold for the whole of its life.
    const isOff = this.#effort === noThinking
    if (isOff !== this.#isOff) query.setMaxThinkingTokens(isOff ? 0 : null).catch(note)
    this.#isOff = isOff
  }

  #change(query: Query, wanted: Configuration, note: (error: unknown) => void): void {
    const { model, effort, permissionMode } = wanted
    query.setModel(model ?? undefined).catch(note)
    // Where nothing else decides for its model, auto is refused, and the user decides: from then on, not from its answer on.
    if (permissionMode === 'auto') query.setPermissionMode('default').catch(note)
    query.setPermissionMode(permissionMode).catch(note)
    if (effort !== this.#effort) query.applyFlagSettings({ effortLevel: effortOf(effort) }).catch(note)
    this.#effort = effort
  }
}
