import type { HarvestCardId } from './gatherings.ts'

/** The result of a gathering, and what it proposes to file. Times are milliseconds since 1970 UTC. */

/**
 * Default file of memories; the user may choose one that agents read by themselves (`AppStatus.memoryFiles`).
 */
export const memoryHome = 'gatherings/MEMORY.md'
export const ideaHome = 'gatherings/IDEAS.md'

/** A harvest's proposal, filed or given to an agent only by the user's click. */
export interface HarvestCard {
  readonly id: HarvestCardId
  /** `memory`: worth remembering; `idea`: not assigned to anyone. */
  readonly kind: 'todo' | 'memory' | 'idea' | 'doc'
  /**
   * For a `doc`: its path relative to the gathering's folder, as the harvester wrote it; for a filed memory:
   * its file. Else empty.
   */
  readonly path: string
  readonly text: string
  /** For a `todo`: the agent named by the harvester, or the one to which the user gave it. */
  readonly to?: string
  readonly state: 'proposed' | 'filed' | 'given' | 'refused'
  readonly at: number
}

export interface Harvest {
  /** Markdown with the sections Decided, Open, Dissent, Next; ids of utterances in brackets. */
  readonly text: string
  readonly at: number
  readonly cards: readonly HarvestCard[]
}
