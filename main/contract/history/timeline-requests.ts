import { z } from 'zod'
import { momentKinds } from './moments.ts'
import { cursor, limit, ref } from '../api/shapes.ts'

const kind = z.enum(momentKinds)
/** Also as words of a query string: `message,card`. */
const kinds = z.union([
  z.array(kind).max(momentKinds.length),
  z
    .string()
    .max(200)
    .transform((words) => words.split(',').map((word) => word.trim()))
    .pipe(z.array(kind).max(momentKinds.length)),
])
const agents = z.union([z.array(ref).max(50), ref.transform((one) => [one])])
/** ms, or ISO 8601. */
const time = z.union([
  z.int().min(0),
  z
    .string()
    .max(40)
    .regex(/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/, {
      error: 'a time in ISO 8601 with its zone, such as 2026-11-24T08:00:00Z',
    })
    .transform((written) => Date.parse(written))
    .refine((ms) => Number.isFinite(ms), 'there is no such time'),
])

/** Which rows of the timeline; what is not said does not count. */
const filter = {
  kinds: kinds.optional(),
  /** It is about one of these. */
  agent: agents.optional(),
  link: z.string().max(40).optional(),
  gathering: z.string().max(40).optional(),
  /** Words, as in a search. */
  q: z.string().max(1000).optional(),
  since: time.optional(),
  until: time.optional(),
}

/** What can be asked about the timeline. The person's alone. */
export const timelineRequests = {
  /** Newest first. Words under seal are left out. */
  'timeline.page': z.strictObject({ ...filter, cursor: cursor.optional(), limit: limit.optional() }),
  /** As a file: Markdown to read, or JSON as the API has it; oldest first. */
  'timeline.export': z.strictObject({ ...filter, format: z.enum(['md', 'json']).optional() }),
} as const
