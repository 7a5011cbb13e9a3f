import { z } from 'zod'
import { exportedKinds } from '../api/log-export.ts'
import { cursor, limit, ref } from '../api/shapes.ts'
import { timelineKinds } from './timeline-entries.ts'

/** A time in ms or ISO 8601, or a day (UTC); read as ms. */
const entry = z.union([
  z.int().min(0),
  z.union([z.iso.datetime({ offset: true }), z.iso.date()]).transform((written) => Date.parse(written)),
])

const timelineKind = z.enum(timelineKinds)
/** Also as words of a query string: `message,card`. */
const kinds = z.union([
  z.array(timelineKind).max(timelineKinds.length),
  z
    .string()
    .max(200)
    .transform((words) => words.split(',').map((word) => word.trim()))
    .pipe(z.array(timelineKind).max(timelineKinds.length)),
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

/** Of what a file is made, and how. */
const exported = {
  kind: z.enum(exportedKinds),
  /** An agent's name or id, a link's id, the id of any message of a thread, or of a circle, `gat-…@attic`. */
  id: ref,
  /** Markdown to read, or JSON; `md` without it. */
  format: z.enum(['md', 'json']).optional(),
  /** In Markdown: a line for each tool, or with all that it was called with and answered, and with thoughts. */
  tools: z.enum(['line', 'whole']).optional(),
}

/** What can be asked about what was said and done: logs, the search, the timeline, and all of it as files. */
export const historyRequests = {
  /** Full-text search over everything said that the caller may read, best first. Words under seal are left out. */
  'history.search': z.strictObject({
    q: z.string().max(1000),
    /** What people and agents said (`words`), the work behind it (`work`), or first the one, then the other. */
    of: z.enum(['words', 'work', 'all']).optional(),
    /** Only in this agent's conversation. */
    agent: ref.optional(),
    /** Only what this one wrote: an agent, or `user`. */
    author: ref.optional(),
    before: entry.optional(),
    after: entry.optional(),
    limit: limit.optional(),
    cursor: z.coerce.number().int().min(0).max(100_000).optional(),
  }),
  /** Places of the rows of one conversation that have all the words, in their order; the newest, where there are very many. */
  'history.find': z.strictObject({ agent: ref, q: z.string().max(1000) }),
  /** The deep look at an agent: how it stands, and, where the caller may, what it was asked, said and did; newest first. */
  'transcript.look': z.strictObject({ agent: ref, cursor: cursor.optional(), limit: limit.optional() }),
  /** Rows of a log in order: the newest page, or the one that ends before `before`, a page's `next`. Words under seal are left out. */
  'log.page': z.strictObject({
    channel: z.strictObject({ kind: z.enum(['agent', 'link', 'gathering', 'thread']), id: ref }),
    before: z.int().min(1).optional(),
    limit: z.int().min(1).max(500).optional(),
  }),
  /** Newest first. Words under seal are left out. */
  'timeline.page': z.strictObject({ ...filter, cursor: cursor.optional(), limit: limit.optional() }),
  /** As a file: Markdown to read, or JSON as the API has it; oldest first. */
  'timeline.export': z.strictObject({ ...filter, format: z.enum(['md', 'json']).optional() }),
  /** A part of the file, from `cursor` on, a part's `next`; oldest first. Words under seal are left out. */
  'log.export': z.strictObject({ ...exported, cursor: cursor.optional() }),
  /** The whole file to where the user chooses in the system's dialog; the desktop only. */
  'log.save': z.strictObject(exported),
  /** The same for words that the window has. */
  'files.save': z.strictObject({ name: z.string().min(1).max(200), text: z.string() }),
} as const
