import { z } from 'zod'
import { row } from '../api/shapes.ts'

/** What can be asked about processes, by the person only; a row of the one table in `requests.ts`. */
export const processRequests = {
  /** Every agent's process and Janus's own, with what they use; measured when it is asked. */
  'processes.list': row(z.strictObject({}), 'window', 'api'),
} as const
