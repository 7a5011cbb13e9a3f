import type { Structure } from './gatherings.ts'

/** A preset: how a gathering breathes, and what is said at its opening. */
export interface Rhythm {
  readonly name: string
  readonly structure: Structure
  readonly beatsPerTurn: number
  readonly beatIntervalSeconds: number
  /** Told to everybody in the seed. */
  readonly opening: string
  /** A question to begin with, for the start sheet. */
  readonly question: string
  /** One line for the start sheet. */
  readonly about: string
}
