import { z } from 'zod'
import { path } from '../api/shapes.ts'

/** What can be asked about backups, by the person only. */
export const backupRequests = {
  /** Those in the state folder, newest first. */
  'backups.list': z.strictObject({}),
  /** Makes one now: in the state folder, or at a full path where nothing lies yet. */
  'backups.make': z.strictObject({ path: path.optional() }),
  /** Restores one by its name, and starts Janus again on it. What is there now is set aside. */
  'backups.restore': z.strictObject({ name: z.string().min(1).max(200) }),
} as const
