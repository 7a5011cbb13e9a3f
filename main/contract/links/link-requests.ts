import { z } from 'zod'
import { agentNameLimit, mostMembers, purposeLimit } from '../api/limits.ts'
import { cursor, key, limit, line, ref, text } from '../api/shapes.ts'

const linkId = z.string().max(60)
const purpose = line(purposeLimit)
const name = line(agentNameLimit)
const linkMode = z.enum(['answers', 'converse', 'absorb', 'mentions', 'paused'])
const crossingsPage = z.strictObject({ id: linkId, limit: limit.optional(), cursor: cursor.optional() })

export const linkRequests = {
  /**
   * An agent is always a member itself, named or not. Returns an open link with the same members, if there is
   * one.
   */
  'links.open': z.strictObject({
    members: z.array(ref).min(1).max(mostMembers),
    /** Shown to all members. */
    purpose: purpose.min(1).optional(),
    /** Set by the user only. */
    name: name.min(1).optional(),
    /** Default: `answers`. */
    mode: linkMode.optional(),
    /** Crossings per episode; default 8, which is also the maximum for agents. */
    budget: z.int().min(1).max(100).optional(),
  }),
  /** An agent can change only `mine`: it absorbs on its own side, or (`link`) uses the link's mode again. */
  'links.change': z.strictObject({
    id: linkId,
    mode: linkMode.optional(),
    mine: z.enum(['absorb', 'link']).optional(),
    /** Empty removes it. The user only. */
    purpose: purpose.optional(),
    /** Empty: named after its members again. The user only. */
    name: name.optional(),
    /** 8 more crossings for this episode. */
    extend: z.boolean().optional(),
    /** Agrees to a link that another machine opened; to refuse, close it. The user only. */
    join: z.literal(true).optional(),
  }),
  /**
   * The user's message in a link of the mode `mentions`: starts a turn of those whom it names (`@Scout`,
   * `@all`); the others read it with their next prompt. `quiet`: starts no turn.
   */
  'links.say': z.strictObject({ id: linkId, message: text, quiet: z.boolean().optional() }),
  /**
   * By any member or the user; `message`: a last text to the other members. Closing a closed link changes
   * nothing.
   */
  'links.close': z.strictObject({ id: linkId, message: text.optional(), idempotencyKey: key.optional() }),
  /** Newest first, by default only open ones; an agent gets its own. */
  'links.list': z.strictObject({
    state: z.enum(['open', 'closed', 'all']).optional(),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  /** Crossings and their results, newest page first, each page in order. */
  'links.crossed': crossingsPage,
} as const
