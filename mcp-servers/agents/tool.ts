import { messageLimit } from '../../main/contract/api/limits.ts'
import { z } from 'zod'

/** Words of a message; `about` says which. */
export function words(about: string) {
  return z
    .string()
    .min(1)
    .refine((text) => new TextEncoder().encode(text).length <= messageLimit, 'a message has at most 1 MiB')
    .describe(about)
}

/** How a link is wanted, by one of its agents. */
export const sideMode = z.enum(['answers', 'converse', 'absorb'])
