import { messageLimit } from '../../main/contract/api/limits.ts'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { AtRestAnswer } from '../../main/contract/app/backups.ts'
import { EndingError, exitCodes } from './ending.ts'
import { run } from './run.ts'
import { saveToFile } from './save-file.ts'

// `janus … | head`: nobody wants the rest, which is no failure. What it complains of may go nowhere.
process.stdout.on('error', () => process.exit(exitCodes.done))
process.stderr.on('error', () => undefined)

/** The `janus` command: a user at a terminal speaks to the agents of the running app. */
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
// What is printed into a pipe is still on its way, so the process ends by itself.
process.exitCode = endings

/** Reads no more than a message may have, so that an endless pipe ends too. */
async function readInput(): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > messageLimit) throw new EndingError('refused', 'A message has 1 MiB at most; this is more.')
    chunks.push(chunk)
  }
  // The line that every command ends with is not the user's.
  return new TextDecoder().decode(Buffer.concat(chunks)).replace(/\r?\n$/, '')
}

/** It may take as long as the database is large. */
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

/** The Node that the checkout brings, since the user's own may be too old to read the database. */
function nodePath(): string {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const ours = join(import.meta.dirname, '..', '..', 'node_modules', 'node', 'bin', name)
  return existsSync(ours) ? ours : process.execPath
}
