import type { GatheringId } from '../contract/gatherings/gatherings.ts'
import type { HarvestCard } from '../contract/gatherings/harvests.ts'
import type { Rhythm } from '../contract/gatherings/rhythms.ts'
import type { Effect } from '../core/step/effects.ts'
import type { Finding } from '../core/step/events.ts'

/** Carries out what gatherings need of the past and of files. Returns at once, never throws; findings follow. */
export interface Archive {
  /** Must be called once, before anything else. */
  connect(found: (finding: Finding) => void): void
  perform(effect: Extract<Effect, { do: `gathering.${string}` }>): void
}

/** Files of gatherings: in a folder of the user's or of an agent's, or in the state folder (`folder` null). */
export interface HarvestFiles {
  /**
   * Writes a gathering's Markdown under a free name made from day and topic, and adds a line to the trail; answers the
   * real path. The same gathering again: the same file. Throws an error for the user.
   */
  keep(folder: string | null, file: HarvestFile): string
  /** What a card would do; never throws, its `problem` says what stands against it. */
  look(folder: string | null, card: Pick<HarvestCard, 'kind' | 'path' | 'text'>): PlannedFileChange
  /** Does it, if the file is still as it was looked at. Throws `RefusedError`. */
  file(folder: string | null, card: Pick<HarvestCard, 'kind' | 'path' | 'text'>, hash: string): string
}

/** A gathering's file: its own mark in it (`id`), day and topic for its name, its words and its line in the trail. */
export interface HarvestFile {
  readonly id: GatheringId
  /** ms. */
  readonly at: number
  readonly topic: string
  readonly markdown: string
  readonly trail: string
}

/** A change of a file, before it is made. */
export interface PlannedFileChange {
  readonly path: string
  readonly before: string | null
  readonly after: string
  readonly hash: string
  readonly problem: string
}

/** Presets: three built-in ones, and the user's own in the state folder. */
export interface RhythmBook {
  /** Built-in ones first; a broken file is told to the log, and counts as empty. */
  rhythms(): readonly Rhythm[]
  /** Replaces one of the same name; a built-in one cannot be. Throws `RefusedError`. */
  keep(rhythm: Rhythm): void
}
