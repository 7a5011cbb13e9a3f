import { z } from 'zod'
import { ref } from '../api/shapes.ts'

const task = z.strictObject({ agent: ref, task: z.string().min(1).max(200) })

/** What can be asked about what an agent's program runs beside its turns, and about what of it was seen. */
export const backgroundRequests = {
  /** Ends one of them; the agent is told by its program. */
  'agents.stopTask': task,
  /** The end of what it has written. */
  'agents.taskOutput': task,
  /** The person has seen the tab up to this row. */
  'agents.seen': z.strictObject({ agent: ref, row: z.int().min(0) }),
  /** Ends the process of one that has nothing to do; it starts with its next message. */
  'agents.sleep': z.strictObject({ agent: ref }),
} as const
