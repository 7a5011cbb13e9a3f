import { z } from 'zod'
import { effortPattern } from '../agents/efforts.ts'
import { colourNames, shapeNames } from '../agents/looks.ts'
import { priorityNames } from '../mail/priorities.ts'
import { agentKinds } from '../agents/kinds.ts'

/** An agent's name or id, as a user or a model wrote it. */
export const ref = z.string().min(1).max(200)

/** Words; their bytes are counted where they are taken. */
export const text = z.string()

/** One line of at most so many characters, none of them a control character. */
export const line = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[^\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]*$/u, 'one line, without control characters')

/** Names a request, so that asking again does not do it twice. */
export const key = z.string().min(1).max(200)

/** Where a page goes on; a number also in the words of a query string. */
export const cursor = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

/** Most items of a page. */
export const limit = z.coerce.number().int().min(1).max(100)

/** A folder, as it was written. */
export const path = z
  .string()
  .min(1)
  .max(4096)
  .refine((written) => !written.includes('\0'), 'a folder has no NUL character')

/** A model as an agent's program is told of it. */
export const modelId = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:@/[\]-]*$/, 'a model name has letters, digits and . _ : @ / [ ] -')

/** How hard a model thinks, in the word of its program. */
export const effort = z.string().regex(effortPattern, 'an effort is a short word, such as low or high')

/** One of eight, by number or by name; read as its number. */
const eighth = (names: readonly string[]) =>
  z.union([
    z.int().min(1).max(8),
    z
      .string()
      .refine((name) => names.includes(name.toLowerCase()), `1 to 8, or one of ${names.join(', ')}`)
      .transform((name) => names.indexOf(name.toLowerCase()) + 1),
  ])

/** The pigment of an avatar. */
export const colour = eighth(colourNames)
/** The shape of an avatar. */
export const shape = eighth(shapeNames)

/** Additional facts of a message, for programs. */
export const metadata = z
  .record(z.string().max(100), z.string().max(4096))
  .refine((data) => JSON.stringify(data).length <= 4096, 'metadata is at most 4 KiB')

/** What is said in a message to many. */
export const agentWords = {
  message: text,
  priority: z.enum(priorityNames).optional(),
  /** A question to each of them, with an answer of its own. */
  expectReply: z.boolean().optional(),
  metadata: metadata.optional(),
} as const

/** A kind of agent. */
export const kind = z.enum(agentKinds)

/** What a new tab is; without it the usual kind. `program`: the command line of one of kind `other`. */
export const kindFields = {
  kind: kind.optional(),
  program: z.string().max(4096).optional(),
} as const
