import { z } from 'zod'
import { timerNoteLimit, timerSpan } from '../api/limits.ts'
import { timeOfDay, weekdays } from './schedules.ts'
import { isInsideGlob, peerEvents, triggerLimits } from './triggers.ts'
import { key, ref } from '../api/shapes.ts'

const heartbeatId = z.string().max(40)

/** What can be asked about timers. */
export const heartbeatRequests = {
  /**
   * An agent sets its own, the user anybody's. A new anchor takes the place of the old one. `inSeconds` says after
   * which time it comes; for a `schedule` alone it is `at` instead, for an `event` alone `on`.
   */
  'heartbeats.set': z.strictObject({
    /** Whose; for the user's tools and window. */
    agent: ref.optional(),
    intent: z.enum(['anchor', 'check', 'wait', 'schedule', 'event']),
    /** At most 1 KiB. */
    note: z.string().min(1).max(timerNoteLimit),
    inSeconds: z.number().min(timerSpan.least).max(timerSpan.most).optional(),
    /** A time of day, such as `09:30`. */
    at: z.string().regex(timeOfDay, 'a time of day, such as 09:30').optional(),
    /** On which days it comes again and again; once without any. */
    days: z.array(z.enum(weekdays)).max(weekdays.length).optional(),
    /** Whose time of day, by its name in the tz database; this machine's without it. */
    zone: z.string().max(100).optional(),
    /** Of an `event`: what it waits for; of a peer (`about`), of files in the agent's folder (`glob`), of a webhook. */
    on: z.enum([...peerEvents, 'files', 'webhook']).optional(),
    /** Relative to the agent's folder, such as `src/**`. */
    glob: z
      .string()
      .max(triggerLimits.glob)
      .refine(isInsideGlob, 'a glob of *, ** and ? inside the folder of the agent, such as src/**')
      .optional(),
    /** Each time, not only once. */
    repeats: z.boolean().optional(),
    /** At least so many seconds between two firings; a minute without it. */
    interval: z.number().min(triggerLimits.interval.least).max(triggerLimits.interval.most).optional(),
    /** Most firings in 24 hours; 50 without it. */
    perDay: z.int().min(1).max(triggerLimits.perDay).optional(),
    /** An agent's name or id; for `wait` also a ticket's id. */
    about: ref.optional(),
    idempotencyKey: key.optional(),
  }),
  /** Those that have not ended; an agent's own, or all, or (`agent`) one agent's. */
  'heartbeats.list': z.strictObject({ agent: ref.optional() }),
  /**
   * `delay`: five minutes more. `skip`: not this time. `resume` also lets go on what the guard holds. `keep`: it still
   * holds with the user's newer task, or was dropped and is brought back; the only one that an agent may ask for.
   */
  'heartbeats.change': z.strictObject({
    id: heartbeatId,
    action: z.enum(['pause', 'resume', 'delay', 'skip', 'keep']),
  }),
  'heartbeats.cancel': z.strictObject({ id: heartbeatId }),
} as const
