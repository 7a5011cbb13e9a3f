import type { Query } from '@anthropic-ai/claude-agent-sdk'
import type { Configuration } from '../../adapters/processes/agent-family.ts'
import { effortOf, noThinking } from './options.ts'

/** Applies changes of the configuration to a running CLI. */
export class Configuring {
  #wanted: Configuration | null = null
  /** The effort that was sent last. */
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

  /** Sends the wanted configuration once, for the next model request. Returns false if none was wanted. */
  apply(query: Query | null): boolean {
    const isAgain = this.#wanted !== null
    if (query !== null) this.#tell(query)
    return isAgain
  }

  #tell(query: Query): void {
    const note = (error: unknown): void => this.#log(`configure: ${String(error)}`)
    if (this.#wanted !== null) this.#change(query, this.#wanted, note)
    this.#wanted = null
    // Not as a launch option, which would apply to the whole process.
    const isOff = this.#effort === noThinking
    if (isOff !== this.#isOff) query.setMaxThinkingTokens(isOff ? 0 : null).catch(note)
    this.#isOff = isOff
  }

  #change(query: Query, wanted: Configuration, note: (error: unknown) => void): void {
    const { model, effort, permissionMode } = wanted
    query.setModel(model ?? undefined).catch(note)
    // The CLI refuses auto for some models: switch to default first, so that the user is asked from now on
    // and not only after the refusal.
    if (permissionMode === 'auto') query.setPermissionMode('default').catch(note)
    query.setPermissionMode(permissionMode).catch(note)
    if (effort !== this.#effort) query.applyFlagSettings({ effortLevel: effortOf(effort) }).catch(note)
    this.#effort = effort
  }
}
