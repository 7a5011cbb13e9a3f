import { join } from 'node:path'
import { appendTurning } from './owner-only.ts'

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
      const text = `${new Date().toISOString()} ${line}\n`
      appendTurning(path, text, longest)
    } catch {
      // Not worth a word.
    }
  }
}
