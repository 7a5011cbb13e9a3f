import type { Card } from '../../contract/api/model.ts'
import type { Asked } from '../agents/excerpt.ts'

/** A card, the process's own name for the request behind it, and all that it asks to run. */
export interface OpenCard extends Card {
  readonly request: string
  readonly whole: Asked
  readonly hash: string
}
