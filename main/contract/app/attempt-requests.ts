import { z } from 'zod'
import { cursor, limit, row } from '../api/shapes.ts'

/** What can be asked about refused attempts, by the person only; rows of the one table in `requests.ts`. */
export const attemptRequests = {
  /** The record of refused attempts, newest first. */
  'attempts.page': row(
    z.strictObject({ cursor: cursor.optional(), limit: limit.optional() }),
    'window',
    'api',
  ),
} as const
