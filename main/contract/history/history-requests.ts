import { z } from 'zod'
import { exportedKinds } from '../api/log-export.ts'
import { cursor, limit, ref } from '../api/shapes.ts'
import { timelineKinds } from './timeline-entries.ts'

/** Milliseconds, ISO 8601, or a day in UTC; parsed to milliseconds. */
const entry = z.union([
  z.int().min(0),
  z.union([z.iso.datetime({ offset: true }), z.iso.date()]).transform((written) => Date.parse(written)),
])

const timelineKind = z.enum(timelineKinds)
/** Also as the text of a query string: `message,card`. */
const kinds = z.union([
  z.array(timelineKind).max(timelineKinds.length),
  z
    .string()
    .max(200)
    .transform((words) => words.split(',').map((word) => word.trim()))
    .pipe(z.array(timelineKind).max(timelineKinds.length)),
])
const agents = z.union([z.array(ref).max(50), ref.transform((one) => [one])])
/** Milliseconds, or ISO 8601. */
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

/** Filters for the timeline; omitted ones match everything. */
const filter = {
  kinds: kinds.optional(),
  /** Any of these. */
  agent: agents.optional(),
  link: z.string().max(40).optional(),
  gathering: z.string().max(40).optional(),
  /** As in a search. */
  q: z.string().max(1000).optional(),
  since: time.optional(),
  until: time.optional(),
}

const exported = {
  kind: z.enum(exportedKinds),
  /** An agent's name or id, a link's id, the id of any message in a thread, or of a circle, `gat-…@attic`. */
  id: ref,
  /** Default: `md`. */
  format: z.enum(['md', 'json']).optional(),
  /** In Markdown: one line per tool call, or its whole input and result, and the thinking. */
  tools: z.enum(['line', 'whole']).optional(),
}

export const historyRequests = {
  /** Full-text search in everything that the caller may read, best first. Sealed texts are excluded. */
  'history.search': z.strictObject({
    q: z.string().max(1000),
    /** What users and agents said (`words`), the work behind it (`work`), or both in this order. */
    of: z.enum(['words', 'work', 'all']).optional(),
    /** Only in this agent's conversation. */
    agent: ref.optional(),
    /** Only texts of this author: an agent, or `user`. */
    author: ref.optional(),
    before: entry.optional(),
    after: entry.optional(),
    limit: limit.optional(),
    cursor: z.coerce.number().int().min(0).max(100_000).optional(),
  }),
  /** Positions of the rows of one conversation that match all words, in order; capped to the newest. */
  'history.find': z.strictObject({ agent: ref, q: z.string().max(1000) }),
  /** An agent's state and, if the caller may read them, its inputs, texts and actions, newest first. */
  'transcript.look': z.strictObject({ agent: ref, cursor: cursor.optional(), limit: limit.optional() }),
  /**
   * Rows of a log in order: the newest page, or the one before `before`, which is a page's `next`. Sealed
   * texts are excluded.
   */
  'log.page': z.strictObject({
    channel: z.strictObject({ kind: z.enum(['agent', 'link', 'gathering', 'thread']), id: ref }),
    before: z.int().min(1).optional(),
    limit: z.int().min(1).max(500).optional(),
  }),
  /** Newest first, without sealed texts. */
  'timeline.page': z.strictObject({ ...filter, cursor: cursor.optional(), limit: limit.optional() }),
  /** A file, oldest first: Markdown, or the API's JSON. */
  'timeline.export': z.strictObject({ ...filter, format: z.enum(['md', 'json']).optional() }),
  /** A chunk of the file from `cursor` on, which is a chunk's `next`; oldest first, without sealed texts. */
  'log.export': z.strictObject({ ...exported, cursor: cursor.optional() }),
  /** Saves the whole file with the system's dialog; desktop only. */
  'log.save': z.strictObject(exported),
  /** Saves a text of the window in the same way. */
  'files.save': z.strictObject({ name: z.string().min(1).max(200), text: z.string() }),
} as const
