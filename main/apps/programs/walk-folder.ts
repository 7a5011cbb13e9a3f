import { writeSync } from 'node:fs'
import { walkFiles } from '../../adapters/files/walk.ts'

/**
 * Prints the paths of all files below a folder, each followed by NUL. The parent ends it after some seconds,
 * since a large folder may take long. Arguments: the folder, a folder to skip; real paths.
 */
const [root = '', closed = ''] = process.argv.slice(2)
/** Milliseconds between flushes, so that a walk that is ended has printed what it found. */
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
