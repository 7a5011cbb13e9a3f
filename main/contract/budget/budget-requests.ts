import { z } from 'zod'
import { mostMembers } from '../api/limits.ts'
import { cap } from '../app/settings.ts'
import { ref } from '../api/shapes.ts'

const kind = z.enum(['tab', 'link', 'gathering'])
const usd = z.number().positive().max(1_000_000)
const tokens = z.int().positive().max(1_000_000_000_000)
const usual = cap.nullable().optional()

const mostDays = 90
/** How many where nothing is said. */
export const usualDays = 14

/** What can be asked about use and caps, by the user only. */
export const budgetRequests = {
  /** This day's use by tab, link and gathering, all caps, and what is at its cap. */
  'budget.get': z.strictObject({}),
  /** Usual caps (null: none), and with `of` and `id` a cap of one's own; `cap` null: the usual one again. */
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
   * What is at its cap goes on: with as much again, or with what is said. `turn` and `tab` name an agent; `day` has no
   * id. Before a cap is reached, only with what is said.
   */
  'budget.goOn': z.strictObject({
    of: z.enum(['turn', 'tab', 'link', 'gathering', 'day']),
    id: ref.optional(),
    usd: usd.optional(),
    tokens: tokens.optional(),
  }),
  /** What a link between these may cost, before it is opened. */
  'links.preview': z.strictObject({
    members: z.array(ref).min(2).max(mostMembers),
    mode: z.enum(['answers', 'converse', 'absorb', 'paused']).optional(),
    budget: z.int().min(1).max(100).optional(),
  }),
  /** What each day used, newest first: by agent, link, gathering and timer; how full contexts are, and plans. */
  'costs.get': z.strictObject({
    days: z.coerce.number().int().min(1).max(mostDays).optional(),
    /** Only days before this date. */
    before: z.iso.date().optional(),
  }),
} as const
