import { z } from 'zod'
import { ref, row } from '../api/shapes.ts'

const task = z.strictObject({ agent: ref, task: z.string().min(1).max(200) })

/** What can be asked about what an agent's program runs beside its turns, and about what of it was seen. */
export const backgroundRequests = {
  /** Ends one of them; the agent is told by its program. */
  'agents.stopTask': row(task, 'window'),
  /** The end of what it has written. */
  'agents.taskOutput': row(task, 'window'),
  /** The person has seen the tab up to this row. */
  'agents.seen': row(z.strictObject({ agent: ref, row: z.int().min(0) }), 'window'),
  /** Ends the process of one that has nothing to do; it starts with its next message. */
  'agents.sleep': row(z.strictObject({ agent: ref }), 'window'),
} as const
