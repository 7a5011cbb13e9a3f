import { messageLimit } from '../../main/contract/api/limits.ts'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { AtRestAnswer } from '../../main/contract/app/backups.ts'
import { EndingError, exitCodes } from './ending.ts'
import { run } from './run.ts'
import { saveToFile } from './save-file.ts'

// With `janus … | head` the reader closes the pipe early, which is no failure.
process.stdout.on('error', () => process.exit(exitCodes.done))
process.stderr.on('error', () => undefined)

const endings = await run(process.argv.slice(2), {
  environment: process.env,
  home: homedir(),
  cwd: process.cwd(),
  columns: process.stdout.isTTY ? process.stdout.columns : Infinity,
  readInput,
  atRest,
  print: (text) => process.stdout.write(`${text}\n`),
  save: saveToFile,
  complain: (text) => process.stderr.write(`${text}\n`),
})
// `process.exit` would lose output that is still being written to a pipe.
process.exitCode = endings

/** Bounded, so that an endless pipe ends too. */
async function readInput(): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > messageLimit) throw new EndingError('refused', 'A message has 1 MiB at most; this is more.')
    chunks.push(chunk)
  }
  // The trailing newline comes from the command before the pipe, not from the user.
  return new TextDecoder().decode(Buffer.concat(chunks)).replace(/\r?\n$/, '')
}

/** Has no time limit, since it depends on the size of the database. */
function atRest(args: readonly string[]): Promise<AtRestAnswer> {
  const program = join(import.meta.dirname, '..', 'backup', 'backup.mjs')
  return new Promise((resolve) => {
    execFile(nodePath(), [program, ...args], (error, stdout) => {
      try {
        resolve(JSON.parse(stdout) as AtRestAnswer)
      } catch {
        resolve({ error: error?.message ?? 'That program gave no output.' })
      }
    })
  })
}

/** The checkout's own Node: the user's may be too old to read the database. */
function nodePath(): string {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const ours = join(import.meta.dirname, '..', '..', 'node_modules', 'node', 'bin', name)
  return existsSync(ours) ? ours : process.execPath
}
