import { writeSync } from 'node:fs'
import { walkFiles } from '../../adapters/files/walk.ts'

/**
 * A program: writes the paths of the files below a folder, each with a NUL behind it. It is a process of its own because
 * a folder that somebody unpacked decides how long the walk takes; who starts it ends it after some seconds.
 * Arguments: the folder and the one that is never entered, both as real paths.
 */
const [root = '', closed = ''] = process.argv.slice(2)
/** How long paths that were found are held back, in ms: those of a walk that is ended are not lost. */
const holds = 100
let waiting = ''
let flushedAt = Date.now()
const flush = (): void => {
  for (let bytes = Buffer.from(waiting); bytes.length > 0;) bytes = bytes.subarray(writeSync(1, bytes))
  waiting = ''
  flushedAt = Date.now()
}
for (const path of walkFiles(root, closed)) {
  waiting += `${path}\0`
  if (waiting.length > 16 * 1024 || Date.now() - flushedAt > holds) flush()
}
flush()
