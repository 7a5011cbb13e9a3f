import type { FolderTrust } from '../../contract/api/model.ts'
import type { AgentFamily, RunOptions, ProcessRun, Prompt } from './agent-family.ts'

/**
 * Gates agents that obey their folder's own settings: none starts before the user has trusted the folder's
 * current content. A failed check counts as refused.
 */
export function behindGate(family: AgentFamily): AgentFamily {
  return {
    start: (life) => new GatedRun(family, life),
    locate: (place, frames) => family.locate(place, frames),
    fork: (place) => family.fork(place),
    forget: (agent) => family.forget(agent),
  }
}

/**
 * A run that may never start. Calls before its start are dropped, since the core writes only to a ready
 * process.
 */
class GatedRun implements ProcessRun {
  readonly run: number
  readonly over: Promise<void>
  #inner: ProcessRun | null = null
  #isEnded = false

  constructor(family: AgentFamily, life: RunOptions) {
    this.run = life.run
    this.over = this.#pass(family, life)
  }

  write(prompt: Prompt): void {
    this.#inner?.write(prompt)
  }

  interrupt(): void {
    this.#inner?.interrupt()
  }

  configure(...args: Parameters<ProcessRun['configure']>): void {
    this.#inner?.configure(...args)
  }

  decide(...args: Parameters<ProcessRun['decide']>): void {
    this.#inner?.decide(...args)
  }

  stop(turn: 'interrupt' | 'spare'): void {
    this.#isEnded = true
    this.#inner?.stop(turn)
  }

  kill(): void {
    this.#isEnded = true
    this.#inner?.kill()
  }

  async #pass(family: AgentFamily, life: RunOptions): Promise<void> {
    await life.before
    const trust = await life.trust(life.launch.cwd).catch((error: unknown): FolderTrust => {
      life.log(`folder: ${String(error)}`)
      return 'refused'
    })
    if (this.#isEnded) return life.hear({ fact: { type: 'process.exited', detail: 'ended before it began' } })
    if (trust === 'plain' || trust === 'trusted') {
      // Started with exactly what was checked.
      this.#inner = family.start({ ...life, trust: () => Promise.resolve(trust) })
      return this.#inner.over
    }
    life.hear({ fact: { type: 'folder.looked', trust } })
    life.hear({ fact: { type: 'process.refused', why: 'trust', detail: '' } })
  }
}
