import { z } from 'zod'
import { mostMembers } from '../api/limits.ts'
import { cap } from '../app/settings.ts'
import { ref } from '../api/shapes.ts'

const kind = z.enum(['tab', 'link', 'gathering'])
const usd = z.number().positive().max(1_000_000)
const tokens = z.int().positive().max(1_000_000_000_000)
const usual = cap.nullable().optional()

const mostDays = 90
/** Default of `days`. */
export const usualDays = 14

export const budgetRequests = {
  /** Today's usage by tab, link and gathering, all caps, and what has reached its cap. */
  'budget.get': z.strictObject({}),
  /**
   * Changes default caps (null: none), or with `of` and `id` one item's own `cap`; null: the default again.
   */
  'budget.change': z.strictObject({
    turn: usual,
    tab: usual,
    link: usual,
    gathering: usual,
    day: usual,
    of: kind.optional(),
    /** An agent's name or id, or the id of a link or gathering. */
    id: ref.optional(),
    cap: usual,
  }),
  /**
   * Raises a cap: by its own amount again if it is reached, or by the given amounts. `turn` and `tab` take an
   * agent; `day` takes no id. Before a cap is reached, an amount is required.
   */
  'budget.goOn': z.strictObject({
    of: z.enum(['turn', 'tab', 'link', 'gathering', 'day']),
    id: ref.optional(),
    usd: usd.optional(),
    tokens: tokens.optional(),
  }),
  /** Estimated cost of a link between these agents. */
  'links.preview': z.strictObject({
    members: z.array(ref).min(2).max(mostMembers),
    mode: z.enum(['answers', 'converse', 'absorb', 'paused']).optional(),
    budget: z.int().min(1).max(100).optional(),
  }),
  /**
   * Usage per day, newest first, by agent, link, gathering and timer; with the fill of contexts, and plans.
   */
  'costs.get': z.strictObject({
    days: z.coerce.number().int().min(1).max(mostDays).optional(),
    /** Only earlier days. */
    before: z.iso.date().optional(),
  }),
} as const
