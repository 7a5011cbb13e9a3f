import type { Structure } from './gatherings.ts'

/** A preset for gatherings. */
export interface Rhythm {
  readonly name: string
  readonly structure: Structure
  readonly beatsPerTurn: number
  readonly beatIntervalSeconds: number
  /** Part of everybody's first prompt. */
  readonly opening: string
  /** A suggested question, for the start sheet. */
  readonly question: string
  /** One line, for the start sheet. */
  readonly about: string
}
