import { z } from 'zod'
import { cursor, limit, ref } from '../api/shapes.ts'

/** A moment in ms or ISO 8601, or a day (UTC); read as ms. */
const moment = z.union([
  z.int().min(0),
  z.union([z.iso.datetime({ offset: true }), z.iso.date()]).transform((written) => Date.parse(written)),
])

/** What can be asked about what was said. */
export const historyRequests = {
  /** Full-text search over everything said that the caller may read, best first. Words under seal are left out. */
  'history.search': z.strictObject({
    q: z.string().max(1000),
    /** What people and agents said (`words`), the work behind it (`work`), or first the one, then the other. */
    of: z.enum(['words', 'work', 'all']).optional(),
    /** Only in this agent's conversation. */
    agent: ref.optional(),
    /** Only what this one wrote: an agent, or `human`. */
    author: ref.optional(),
    before: moment.optional(),
    after: moment.optional(),
    limit: limit.optional(),
    cursor: z.coerce.number().int().min(0).max(100_000).optional(),
  }),
  /** Places of the rows of one conversation that have all the words, in their order; the newest, where there are very many. */
  'history.find': z.strictObject({ agent: ref, q: z.string().max(1000) }),
  /** The deep look at an agent: how it stands, and, where the caller may, what it was asked, said and did; newest first. */
  'transcript.look': z.strictObject({ agent: ref, cursor: cursor.optional(), limit: limit.optional() }),
} as const
