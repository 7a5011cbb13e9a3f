import { z } from 'zod'
import { path, row } from '../api/shapes.ts'

/** What can be asked about backups, by the person only; rows of the one table in `requests.ts`. */
export const backupRequests = {
  /** Those in the state folder, newest first. */
  'backups.list': row(z.strictObject({}), 'window', 'api'),
  /** Makes one now: in the state folder, or at a full path where nothing lies yet. */
  'backups.make': row(z.strictObject({ path: path.optional() }), 'window', 'api'),
  /** Restores one by its name, and starts Janus again on it. What is there now is set aside. */
  'backups.restore': row(z.strictObject({ name: z.string().min(1).max(200) }), 'window'),
} as const
