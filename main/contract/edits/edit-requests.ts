import { z } from 'zod'
import { line, ref } from '../api/shapes.ts'
import { claimLimits } from './edits.ts'

export const editRequests = {
  /** Files that agents have changed and not committed, or claimed; without `agent`, of all agents. */
  'edits.list': z.strictObject({ agent: ref.optional() }),
  /** Claims files for some minutes; 0 releases them, without paths all of them. */
  'edits.claim': z.strictObject({
    paths: z.array(line(claimLimits.path).min(1)).max(claimLimits.count),
    minutes: z.int().min(0).max(claimLimits.minutes.most).optional(),
  }),
} as const
