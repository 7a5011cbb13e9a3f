import { spawn } from 'node:child_process'
import { rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { StoreFullError } from '../../../ports/ports.ts'
import { type ProgramCommand, programVariables } from '../../processes/command.ts'
import { reasonOf } from '../../folder/json-file.ts'
import type { DiskStore } from '../store.ts'
import { damageOf } from './check.ts'
import { spaceProblem } from './backup-folder.ts'

/** Attempts, as the database file may change during a copy. */
const attempts = 3

/**
 * Copies the database of a running store with the program `copy-still` in a separate process, and verifies
 * the copy. Rejects with `StoreFullError` with a message for the user and leaves nothing behind. `signal`
 * aborts it.
 */
export async function copyLive(
  store: Pick<DiskStore, 'file' | 'holdStill'>,
  to: string,
  program: ProgramCommand,
  signal: AbortSignal,
): Promise<void> {
  try {
    const room = spaceProblem(dirname(to), statSync(store.file).size)
    if (room !== null) throw new StoreFullError(room)
    for (let n = 1; ; n++) {
      rmSync(to, { force: true })
      const said = await copyOnce(store, to, program, signal)
      if (said === 'whole') return
      if (said === 'disturbed' && n < attempts) continue
      throw new StoreFullError(said === 'disturbed' ? 'The disk failed meanwhile.' : said)
    }
  } catch (error) {
    rmSync(to, { force: true })
    if (error instanceof StoreFullError) throw error
    throw new StoreFullError(`${to} could not be written. ${reasonOf(error)}`, { cause: error })
  }
}

/** Returns `whole`, `disturbed` or an error message. */
async function copyOnce(
  store: Pick<DiskStore, 'file' | 'holdStill'>,
  to: string,
  { command, args, env = {} }: ProgramCommand,
  signal: AbortSignal,
): Promise<string> {
  signal.throwIfAborted()
  let isStill = true
  const letGo = store.holdStill(() => (isStill = false))
  try {
    const child = spawn(command, [...args, store.file, to], {
      stdio: ['ignore', 'pipe', 'ignore'],
      windowsHide: true,
      signal,
      killSignal: 'SIGKILL',
      env: { ...programVariables(), ...env },
    })
    const ended = new Promise<void>((resolve, reject) => {
      child.once('error', reject).once('close', () => resolve())
    })
    // Prevents an unhandled rejection when the loop below throws first.
    ended.catch(() => undefined)
    let last = ''
    for await (const line of createInterface({ input: child.stdout })) {
      last = line
      // The store may write to its file again.
      if (line === 'copied') letGo()
      if (line === 'copied' && !isStill) child.kill('SIGKILL')
    }
    await ended
    return isStill ? verdict(last, to) : 'disturbed'
  } finally {
    letGo()
  }
}

function verdict(last: string, to: string): string {
  if (last === 'whole') return 'whole'
  const damage = last === 'unchecked' ? damageOf(to) : null
  if (last === 'unchecked' && damage === null) return 'whole'
  const [word = '', ...rest] = last.split(' ')
  if (word === 'error') return `${to} could not be written. ${codeWords(rest.join(' '))}`
  if (word === 'damaged' || damage !== null) return `The copy ${damage ?? `is damaged (${rest.join(' ')}).`}`
  return 'The program that copies ended before it was done.'
}

const codeWords = (code: string): string => reasonOf(Object.assign(new Error(code), { code }))
