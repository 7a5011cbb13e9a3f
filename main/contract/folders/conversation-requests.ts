import { z } from 'zod'
import { kind } from '../agents/kind-shapes.ts'
import { cursor, limit, path, ref } from '../api/shapes.ts'

/** A row of an agent's transcript, by its place. */
const place = z.int().min(1).max(1_000_000_000)

/** A conversation, as its program names it. */
export const conversationId = z
  .string()
  .regex(/^[\w-]{1,100}$/, 'the id of a conversation has letters, digits, - and _')

/** Going on from conversations, and back in them. The person's alone. */
export const conversationRequests = {
  /** What an agent of this kind can go on from: of the folder (the default one without it) first, then others. */
  'conversations.list': z.strictObject({
    kind: kind.optional(),
    folder: path.optional(),
    /** Words that all stand in its first words or its folder. */
    q: z.string().max(400).optional(),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  /**
   * Opens one as a tab: the tab that has it, or a new one that goes on in a copy, named after its folder if not said.
   * Where the kind cannot copy it: in the original, if `original` says that this is meant.
   */
  'conversations.open': z.strictObject({
    id: conversationId,
    kind: kind.optional(),
    name: z.string().max(400).optional(),
    original: z.boolean().optional(),
  }),
  /**
   * A new tab with everything up to the turn of that row and its answer; `edit`: up to before the words there.
   * `beforeBroken`, in the place of a row: up to before the turns that an error broke off last.
   */
  'agents.fork': z
    .strictObject({
      agent: ref,
      n: place.optional(),
      edit: z.boolean().optional(),
      beforeBroken: z.literal(true).optional(),
    })
    .refine(({ n, beforeBroken }) => (n === undefined) === (beforeBroken === true), {
      error: 'say n, the row to go on from, or beforeBroken',
    }),
  /** Which files the agent has changed since before the turn of that row; `do`: takes that back. */
  'agents.undoFiles': z.strictObject({ agent: ref, n: place, do: z.boolean().optional() }),
} as const
