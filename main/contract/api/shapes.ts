import { z } from 'zod'
import { effortPattern } from '../agents/efforts.ts'
import { colourNames, shapeNames } from '../agents/looks.ts'
import { priorityNames } from '../mail/priorities.ts'
import { agentKinds } from '../agents/kinds.ts'

/** An agent's name or id, as written by a user or model. */
export const ref = z.string().min(1).max(200)

/** Its bytes are limited where it is used. */
export const text = z.string()

/** Without control characters. */
export const line = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[^\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]*$/u, 'one line, without control characters')

/** Idempotency key. */
export const key = z.string().min(1).max(200)

/** Also as the text of a query string. */
export const cursor = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

/** Items per page. */
export const limit = z.coerce.number().int().min(1).max(100)

/** As written, not resolved. */
export const path = z
  .string()
  .min(1)
  .max(4096)
  .refine((written) => !written.includes('\0'), 'a folder has no NUL character')

/** As passed to an agent's program. */
export const modelId = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:@/[\]-]*$/, 'a model name has letters, digits and . _ : @ / [ ] -')

/** In the program's own term. */
export const effort = z.string().regex(effortPattern, 'an effort is a short word, such as low or high')

/** A number from 1 to 8, or a name; parsed to the number. */
const eighth = (names: readonly string[]) =>
  z.union([
    z.int().min(1).max(8),
    z
      .string()
      .refine((name) => names.includes(name.toLowerCase()), `1 to 8, or one of ${names.join(', ')}`)
      .transform((name) => names.indexOf(name.toLowerCase()) + 1),
  ])

export const colour = eighth(colourNames)
export const shape = eighth(shapeNames)

/** Additional data of a message, for programs. */
export const metadata = z
  .record(z.string().max(100), z.string().max(4096))
  .refine((data) => JSON.stringify(data).length <= 4096, 'metadata is at most 4 KiB')

/** Fields of a message to several agents. */
export const agentWords = {
  message: text,
  priority: z.enum(priorityNames).optional(),
  /** Each of them gets a ticket of its own. */
  expectReply: z.boolean().optional(),
  metadata: metadata.optional(),
} as const

export const kind = z.enum(agentKinds)

/** `program`: the command line of kind `other`. */
export const kindFields = {
  kind: kind.optional(),
  program: z.string().max(4096).optional(),
} as const
