import { z } from 'zod'
import { gatheringId, participantShape } from './seat-shapes.ts'
import { row } from '../api/shapes.ts'

/** Who takes a seat while a circle runs, or after it; rows of the one table in `requests.ts`. The person's alone. */
export const seatRequests = {
  /** Adds a seat to a running one, with the next number: an agent's, a new one's, or with `human` the person's own. */
  'gatherings.join': row(
    z.strictObject({
      id: gatheringId,
      ...participantShape,
      human: z.strictObject({ holds: z.boolean().optional() }).optional(),
    }),
    'window',
    'api',
  ),
  /** Another harvester for one that is gone; in a gathering that was closed without a harvest: writes it now. */
  'gatherings.harvester': row(z.strictObject({ id: gatheringId, ...participantShape }), 'window', 'api'),
} as const
