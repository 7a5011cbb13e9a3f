import type { GatheringQuery } from '../../ports/ports.ts'

/** Which shelves are looked at: those that are not closed, closed ones, those that were put away. */
export const shelves = {
  open: [1, 0, 0],
  closed: [0, 1, 1],
  all: [1, 1, 1],
  listed: [1, 1, 0],
} as const satisfies Record<GatheringQuery['state'], readonly (0 | 1)[]>
