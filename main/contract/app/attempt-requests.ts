import { z } from 'zod'
import { cursor, limit } from '../api/shapes.ts'

/** What can be asked about refused attempts, by the person only. */
export const attemptRequests = {
  /** The record of refused attempts, newest first. */
  'attempts.page': z.strictObject({ cursor: cursor.optional(), limit: limit.optional() }),
} as const
