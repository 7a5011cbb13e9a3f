import { z } from 'zod'

/** Most days in one page. */
const mostDays = 90
/** How many where nothing is said. */
export const usualDays = 14

/** What can be asked about what was used, by the person only. */
export const costsRequests = {
  /** What each day used, newest first: by agent, link, gathering and timer; how full contexts are, and plans. */
  'costs.get': z.strictObject({
    days: z.coerce.number().int().min(1).max(mostDays).optional(),
    /** Only days before this date. */
    before: z.iso.date().optional(),
  }),
} as const
