import { z } from 'zod'
import { exportedKinds } from './log-export.ts'
import { cursor, ref } from './shapes.ts'

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

/** What can be asked about logs as files. The person's alone. */
export const exportRequests = {
  /** A part of the file, from `cursor` on, a part's `next`; oldest first. Words under seal are left out. */
  'log.export': z.strictObject({ ...exported, cursor: cursor.optional() }),
  /** The whole file to where the person chooses in the system's dialog; the desktop only. */
  'log.save': z.strictObject(exported),
  /** The same for words that the window has. */
  'files.save': z.strictObject({ name: z.string().min(1).max(200), text: z.string() }),
} as const
