import type { Author, Priority } from './model.ts'

/** What of a waiting message decides when it is read. */
export interface Waits {
  /** The person has sent it on. */
  readonly now: boolean
  /** A card has put it off, or the person has promoted it past one. */
  readonly later: boolean
  readonly from: Author
  readonly priority: Priority
}

const ranks: Readonly<Record<Priority, number>> = { urgent: 3, high: 4, normal: 5, low: 6 }

/** Smaller is read first: by the person's hand, what was put off, the person's own words, then by priority. */
export function rankOf({ now, later, from, priority }: Waits): number {
  if (now) return 0
  if (from.kind === 'human') return ranks[priority] <= ranks.high ? 2 : ranks[priority]
  return later && priority === 'urgent' ? 1 : ranks[priority]
}
