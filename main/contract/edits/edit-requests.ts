import { z } from 'zod'
import { line, ref } from '../api/shapes.ts'
import { claimLimits } from './edits.ts'

/** What can be asked about who edits which files. */
export const editRequests = {
  /** Files that agents have changed and not committed, or have claimed; without an agent those of all. */
  'edits.list': z.strictObject({ agent: ref.optional() }),
  /** An agent claims files for a while; `minutes` 0 gives them back, without paths all. */
  'edits.claim': z.strictObject({
    paths: z.array(line(claimLimits.path).min(1)).max(claimLimits.count),
    minutes: z.int().min(0).max(claimLimits.minutes.most).optional(),
  }),
} as const
