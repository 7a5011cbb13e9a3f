import { z } from 'zod'
import { timerNoteLimit, timerSpan } from '../api/limits.ts'
import { timeOfDay, weekdays } from './schedules.ts'
import { isInsideGlob, peerEvents, triggerLimits } from './triggers.ts'
import { key, ref } from '../api/shapes.ts'

const heartbeatId = z.string().max(40)

export const heartbeatRequests = {
  /**
   * An agent sets its own timers, the user any agent's. A new anchor replaces the old one. `inSeconds` is the
   * delay; a `schedule` takes `at` instead, an `event` takes `on`.
   */
  'heartbeats.set': z.strictObject({
    /** Only for the user's tools and window. */
    agent: ref.optional(),
    intent: z.enum(['anchor', 'check', 'wait', 'schedule', 'event']),
    /** At most 1 KiB. */
    note: z.string().min(1).max(timerNoteLimit),
    inSeconds: z.number().min(timerSpan.least).max(timerSpan.most).optional(),
    /** A time of day, such as `09:30`. */
    at: z.string().regex(timeOfDay, 'a time of day, such as 09:30').optional(),
    /** Repeats on these days; without any, fires once. */
    days: z.array(z.enum(weekdays)).max(weekdays.length).optional(),
    /** Time zone from the tz database; default: this machine's. */
    zone: z.string().max(100).optional(),
    /**
     * For an `event`: what triggers it: a peer (`about`), files in the agent's folder (`glob`), or a webhook.
     */
    on: z.enum([...peerEvents, 'files', 'webhook']).optional(),
    /** Relative to the agent's folder, such as `src/**`. */
    glob: z
      .string()
      .max(triggerLimits.glob)
      .refine(isInsideGlob, 'a glob of *, ** and ? inside the folder of the agent, such as src/**')
      .optional(),
    /** Fires each time, not only once. */
    repeats: z.boolean().optional(),
    /** Minimum seconds between two firings; default 60. */
    interval: z.number().min(triggerLimits.interval.least).max(triggerLimits.interval.most).optional(),
    /** Most firings in 24 hours; default 50. */
    perDay: z.int().min(1).max(triggerLimits.perDay).optional(),
    /** An agent's name or id; for `wait` also a ticket's id. */
    about: ref.optional(),
    idempotencyKey: key.optional(),
  }),
  /** Active timers: an agent's own, all, or one agent's (`agent`). */
  'heartbeats.list': z.strictObject({ agent: ref.optional() }),
  /**
   * `delay`: five more minutes. `skip`: not this time. `resume` also releases what the guard holds. `keep`:
   * keeps it despite the user's newer task, or restores a dropped one; the only action for agents.
   */
  'heartbeats.change': z.strictObject({
    id: heartbeatId,
    action: z.enum(['pause', 'resume', 'delay', 'skip', 'keep']),
  }),
  'heartbeats.cancel': z.strictObject({ id: heartbeatId }),
} as const
