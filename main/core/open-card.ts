import type { Card } from '../contract/model.ts'

/** A card, the process's own names for the request behind it and for the call that waits, and all that it asks to run. */
export interface OpenCard extends Card {
  readonly request: string
  readonly call: string
  readonly whole: string
  readonly hash: string
}
