import { z } from 'zod'
import { agentKinds } from './kinds.ts'

/** A kind of agent. */
export const kind = z.enum(agentKinds)

/** What a new tab is; without it the usual kind. `program`: the command line of one of kind `other`. */
export const kindFields = {
  kind: kind.optional(),
  program: z.string().max(4096).optional(),
} as const
