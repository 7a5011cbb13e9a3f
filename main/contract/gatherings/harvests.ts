import type { HarvestCardId } from './gatherings.ts'

/** What a gathering was closed with, and what that proposes to file. Times are milliseconds since 1970 UTC. */

/** Where a memory goes, unless the user chooses a file that agents read by themselves (`AppStatus.memoryFiles`). */
export const memoryHome = 'gatherings/MEMORY.md'
/** Where ideas go. */
export const ideaHome = 'gatherings/IDEAS.md'

/** Something that a harvest proposes, filed or given to an agent only on the user's click. */
export interface HarvestCard {
  readonly id: HarvestCardId
  /** `memory`: worth remembering; `idea`: nobody is to do it yet. */
  readonly kind: 'todo' | 'memory' | 'idea' | 'doc'
  /** For a `doc`: where it goes, relative to the gathering's folder, as the harvester wrote it; of a memory that is filed: in which file. Else empty. */
  readonly path: string
  readonly text: string
  /** Of a `todo`: the agent that is to do it, as the harvester named it, or to which the user gave it. */
  readonly to?: string
  readonly state: 'proposed' | 'filed' | 'given' | 'refused'
  readonly at: number
}

/** What the harvester made of the gathering. */
export interface Harvest {
  /** Markdown with the sections Decided, Open, Dissent, Next; ids of utterances in brackets. */
  readonly text: string
  readonly at: number
  readonly cards: readonly HarvestCard[]
}
