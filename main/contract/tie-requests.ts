import { mostMembers, timerNoteLimit, timerSpan } from './limits.ts'
import { z } from 'zod'
import { cursor, key, limit, ref, row, text } from './shapes.ts'

const linkId = z.string().max(40)
const heartbeatId = z.string().max(40)
const linkMode = z.enum(['answers', 'converse', 'absorb', 'paused'])
const crossingsPage = z.strictObject({ id: linkId, limit: limit.optional(), cursor: cursor.optional() })

/** What can be asked about links, timers and the deep look at an agent; rows of the one table in `requests.ts`. */
export const tieRequests = {
  /** Links two or more agents; an agent is a member itself, named or not. The same members again: the open link. */
  'links.open': row(
    z.strictObject({
      members: z.array(ref).min(1).max(mostMembers),
      /** `answers` without it. */
      mode: linkMode.optional(),
      /** Crossings of an episode; 8 without it, and for agents at most. */
      budget: z.int().min(1).max(100).optional(),
    }),
    'window',
    'api',
    'agent',
  ),
  /** An agent changes `mine` only: it absorbs on its own side, or (`link`) takes the link's mode again. */
  'links.change': row(
    z.strictObject({
      id: linkId,
      mode: linkMode.optional(),
      mine: z.enum(['absorb', 'link']).optional(),
      /** 8 more crossings for this episode. */
      extend: z.boolean().optional(),
    }),
    'window',
    'api',
    'agent',
  ),
  /** By any member or the person; `message`: last words to the other members. Closed already: as it is. */
  'links.close': row(
    z.strictObject({ id: linkId, message: text.optional(), idempotencyKey: key.optional() }),
    'window',
    'api',
    'agent',
  ),
  /** Newest first; an agent is shown its own. Open ones only, unless told otherwise. */
  'links.list': row(
    z.strictObject({
      state: z.enum(['open', 'closed', 'all']).optional(),
      limit: limit.optional(),
      cursor: cursor.optional(),
    }),
    'window',
    'api',
    'agent',
  ),
  /** What crossed over a link and what became of it, newest page first, each page in order. */
  'links.crossed': row(crossingsPage, 'api', 'agent'),
  /** An agent sets its own, the person anybody's. A new anchor takes the place of the old one. */
  'heartbeats.set': row(
    z.strictObject({
      /** Whose; for the person's tools and window. */
      agent: ref.optional(),
      intent: z.enum(['anchor', 'check', 'wait']),
      /** At most 1 KiB. */
      note: z.string().min(1).max(timerNoteLimit),
      inSeconds: z.number().min(timerSpan.least).max(timerSpan.most),
      /** An agent's name or id; for `wait` also a ticket's id. */
      about: ref.optional(),
      idempotencyKey: key.optional(),
    }),
    'window',
    'api',
    'agent',
  ),
  /** Those that have not ended; an agent's own, or all, or (`agent`) one agent's. */
  'heartbeats.list': row(z.strictObject({ agent: ref.optional() }), 'window', 'api', 'agent'),
  /** `delay`: five minutes more. `skip`: not this time. `resume` also lets go on what the guard holds. */
  'heartbeats.change': row(
    z.strictObject({ id: heartbeatId, action: z.enum(['pause', 'resume', 'delay', 'skip']) }),
    'window',
    'api',
  ),
  'heartbeats.cancel': row(z.strictObject({ id: heartbeatId }), 'window', 'api', 'agent'),
  /** The deep look at an agent: how it stands, and, where the caller may, what it said and did; newest first. */
  'transcript.look': row(
    z.strictObject({ agent: ref, cursor: cursor.optional(), limit: limit.optional() }),
    'window',
    'api',
    'agent',
  ),
} as const
