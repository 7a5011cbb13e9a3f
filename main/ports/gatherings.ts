import type { GatheringId } from '../contract/gatherings/gatherings.ts'
import type { HarvestCard } from '../contract/gatherings/harvests.ts'
import type { Rhythm } from '../contract/gatherings/rhythms.ts'
import type { Effect } from '../core/step/effects.ts'
import type { Finding } from '../core/step/events.ts'

/**
 * Searches earlier conversations and writes files for gatherings. Calls return at once and never throw; the
 * result comes as a `Finding`.
 */
export interface Archive {
  /** Call once, before anything else. */
  connect(found: (finding: Finding) => void): void
  perform(effect: Extract<Effect, { do: `gathering.${string}` }>): void
}

/** Files of gatherings, in a user's or agent's folder; `folder` null: in the state folder. */
export interface HarvestFiles {
  /**
   * Writes the Markdown under a free name made from day and topic, adds a line to the trail, and returns the
   * real path. The same gathering gets the same file again. Throws an error for the user.
   */
  keep(folder: string | null, file: HarvestFile): string
  /** Previews a card's change; `problem` says why it can't be made. Never throws. */
  look(folder: string | null, card: Pick<HarvestCard, 'kind' | 'path' | 'text'>): PlannedFileChange
  /** Applies the change if the file still has this `hash`. Throws `RefusedError`. */
  file(folder: string | null, card: Pick<HarvestCard, 'kind' | 'path' | 'text'>, hash: string): string
}

/** `id` is written into the file, so that the gathering finds it again; `trail` is its line in the trail. */
export interface HarvestFile {
  readonly id: GatheringId
  /** Milliseconds. */
  readonly at: number
  readonly topic: string
  readonly markdown: string
  readonly trail: string
}

export interface PlannedFileChange {
  readonly path: string
  readonly before: string | null
  readonly after: string
  readonly hash: string
  readonly problem: string
}

/** Built-in rhythms, and the user's own in the state folder. */
export interface RhythmBook {
  /** Built-in ones first. A broken file is logged and counts as empty. */
  rhythms(): readonly Rhythm[]
  /** Replaces a user's rhythm of the same name; built-in ones can't be replaced. Throws `RefusedError`. */
  keep(rhythm: Rhythm): void
}
