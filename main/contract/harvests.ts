import type { HarvestCardId } from './gatherings.ts'

/** What a gathering was closed with, and what that proposes to file. Times are milliseconds since 1970 UTC. */

/** Something that a harvest proposes, filed only on the person's click. */
export interface HarvestCard {
  readonly id: HarvestCardId
  readonly kind: 'todo' | 'doc'
  /** For a `doc`: where it goes, relative to the gathering's folder, as the harvester wrote it; else empty. */
  readonly path: string
  readonly text: string
  readonly state: 'proposed' | 'filed' | 'refused'
  readonly at: number
}

/** What the harvester made of the gathering. */
export interface Harvest {
  /** Markdown with the sections Decided, Open, Dissent, Next; ids of utterances in brackets. */
  readonly text: string
  readonly at: number
  readonly cards: readonly HarvestCard[]
}
