import { z } from 'zod'
import { agentNameLimit, mostMembers, purposeLimit } from '../api/limits.ts'
import { cursor, key, limit, line, ref, text } from '../api/shapes.ts'

const linkId = z.string().max(60)
const purpose = line(purposeLimit)
const name = line(agentNameLimit)
const linkMode = z.enum(['answers', 'converse', 'absorb', 'mentions', 'paused'])
const crossingsPage = z.strictObject({ id: linkId, limit: limit.optional(), cursor: cursor.optional() })

/** What can be asked about links. */
export const linkRequests = {
  /** Links two or more agents; an agent is a member itself, named or not. The same members again: the open link. */
  'links.open': z.strictObject({
    members: z.array(ref).min(1).max(mostMembers),
    /** What it is for; told to all members. */
    purpose: purpose.min(1).optional(),
    /** What it is called. The user's only. */
    name: name.min(1).optional(),
    /** `answers` without it. */
    mode: linkMode.optional(),
    /** Crossings of an episode; 8 without it, and for agents at most. */
    budget: z.int().min(1).max(100).optional(),
  }),
  /** An agent changes `mine` only: it absorbs on its own side, or (`link`) takes the link's mode again. */
  'links.change': z.strictObject({
    id: linkId,
    mode: linkMode.optional(),
    mine: z.enum(['absorb', 'link']).optional(),
    /** What it is for, from now on; empty: no longer said. The user's only. */
    purpose: purpose.optional(),
    /** What it is called; empty: by its members again. The user's only. */
    name: name.optional(),
    /** 8 more crossings for this episode. */
    extend: z.boolean().optional(),
    /** Yes to a link that another machine has opened; no: close it. The user's only. */
    join: z.literal(true).optional(),
  }),
  /**
   * What the user says in a link of the mode `mentions`: starts a turn of whom it names (`@Scout`, `@all`), the others read it
   * with their next prompt. `quiet`: starts no turn, even where an agent is named.
   */
  'links.say': z.strictObject({ id: linkId, message: text, quiet: z.boolean().optional() }),
  /** By any member or the user; `message`: last words to the other members. Closed already: as it is. */
  'links.close': z.strictObject({ id: linkId, message: text.optional(), idempotencyKey: key.optional() }),
  /** Newest first; an agent is shown its own. Open ones only, unless told otherwise. */
  'links.list': z.strictObject({
    state: z.enum(['open', 'closed', 'all']).optional(),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  /** What crossed over a link and what became of it, newest page first, each page in order. */
  'links.crossed': crossingsPage,
} as const
