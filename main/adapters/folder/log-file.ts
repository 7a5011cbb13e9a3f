import { appendFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { checkPlainOrMissing } from './owner-only.ts'

/** A log this long, in bytes, becomes the one before, and a new one is begun. */
const longest = 1024 * 1024

/**
 * Keeps what an app without a terminal would say there, in `janus.log` of the state folder, readable by its owner only;
 * the one before is `janus.log.1`. Where nothing can be written, nothing is kept: a log is not worth an end.
 */
export function openLog(folder: string): (line: string) => void {
  const path = join(folder, 'janus.log')
  return (line) => {
    try {
      checkPlainOrMissing(path)
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > longest) renameSync(path, `${path}.1`)
      appendFileSync(path, `${new Date().toISOString()} ${line}\n`, { mode: 0o600 })
    } catch {
      // Not worth a word.
    }
  }
}
