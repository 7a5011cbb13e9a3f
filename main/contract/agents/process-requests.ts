import { z } from 'zod'

/** What can be asked about processes, by the person only. */
export const processRequests = {
  /** Every agent's process and Janus's own, with what they use; measured when it is asked. */
  'processes.list': z.strictObject({}),
} as const
