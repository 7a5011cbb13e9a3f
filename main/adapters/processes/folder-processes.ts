import { execFile } from 'node:child_process'
import { readdirSync, readlinkSync } from 'node:fs'
import type { FolderProcess } from '../../ports/processes.ts'
import { orNull } from '../folder/errors.ts'
import { isBelow, realFolder } from '../folder/folder-identity.ts'
import { readProcess } from './system-processes.ts'

/** Milliseconds for `lsof` on macOS. */
const patience = 5_000

/**
 * Returns the user's processes whose working directory is in the folder. Empty on systems that can't tell;
 * Windows doesn't delete a folder in use anyway. Never rejects.
 */
export async function processesIn(folder: string): Promise<readonly FolderProcess[]> {
  const real = realFolder(folder)
  const all = await allProcesses()
  return all.flatMap(({ cwd, ...one }) => (isBelow(real, cwd) ? [one] : []))
}

type WithFolder = FolderProcess & { readonly cwd: string }

function allProcesses(): Promise<readonly WithFolder[]> {
  if (process.platform === 'linux') return Promise.resolve(linuxProcesses())
  return process.platform === 'darwin' ? macProcesses() : Promise.resolve([])
}

function linuxProcesses(): readonly WithFolder[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return []
    // Null when it has ended or belongs to another user.
    const cwd = orNull(() => readlinkSync(`/proc/${pid}/cwd`))
    const about = readProcess(Number(pid))
    return cwd === null || about === null ? [] : [{ pid: Number(pid), ...about, cwd }]
  })
}

function macProcesses(): Promise<readonly WithFolder[]> {
  const args = ['-a', '-w', '-d', 'cwd', '-u', String(process.getuid?.() ?? 0), '-F', 'pgcn']
  return new Promise((resolve) => {
    const options = { timeout: patience, maxBuffer: 16 * 1024 * 1024, encoding: 'utf8' } as const
    // `lsof` exits with 1 when it found only some, but prints those.
    execFile('/usr/sbin/lsof', args, options, (_, told) => resolve(readLsof(told)))
  })
}

/** Parses `lsof -F pgcn`: one field per line with a letter in front; `p` starts a process. */
export function readLsof(told: string): readonly WithFolder[] {
  return told.split(/^(?=p\d)/m).flatMap((block) => {
    const field = (letter: string) =>
      new Map(block.split('\n').map((line) => [line.charAt(0), line.slice(1)])).get(letter)
    const [pid, group, name, cwd] = [Number(field('p')), Number(field('g')), field('c'), field('n')]
    return pid > 0 && name !== undefined && cwd?.startsWith('/') === true ? [{ pid, group, name, cwd }] : []
  })
}
