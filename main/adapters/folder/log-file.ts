import { join } from 'node:path'
import { orNull } from './errors.ts'
import { appendRotating } from './owner-only.ts'

/** Bytes after which the log is rotated. */
const longest = 1024 * 1024

/**
 * Logs to the owner-only `janus.log` of the state folder for apps without a terminal; the previous file is
 * `janus.log.1`. Write errors are ignored: a log must not end the app.
 */
export function openLog(folder: string): (line: string) => void {
  const path = join(folder, 'janus.log')
  return (line) => {
    orNull(() => appendRotating(path, `${new Date().toISOString()} ${line}\n`, longest))
  }
}
