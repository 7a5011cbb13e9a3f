import { execFile } from 'node:child_process'
import { readdirSync, readlinkSync } from 'node:fs'
import type { FolderProcess } from '../../ports/processes.ts'
import { isBelow, realFolder } from '../folder/folder-identity.ts'
import { readProcess } from './system-processes.ts'

/** How long a Mac may take to tell what every process works on, in ms. */
const patience = 5_000

/**
 * Processes of this user that work in a folder, or below it: programs of agents, what these run, and the user's own
 * terminals. Empty where the system does not tell; Windows removes no folder that a process works in. Never rejects.
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
    try {
      const cwd = readlinkSync(`/proc/${pid}/cwd`)
      const about = readProcess(Number(pid))
      return about === null ? [] : [{ pid: Number(pid), ...about, cwd }]
    } catch {
      // It has ended, or belongs to somebody else.
      return []
    }
  })
}

function macProcesses(): Promise<readonly WithFolder[]> {
  const args = ['-a', '-w', '-d', 'cwd', '-u', String(process.getuid?.() ?? 0), '-F', 'pgcn']
  return new Promise((resolve) => {
    const options = { timeout: patience, maxBuffer: 16 * 1024 * 1024, encoding: 'utf8' } as const
    // It exits with 1 where it has not found all it was asked for, and says what it has found.
    execFile('/usr/sbin/lsof', args, options, (_, told) => resolve(readLsof(told)))
  })
}

/** Fields of `lsof -F pgcn`, one a line with a letter before it: a process begins with `p`. */
export function readLsof(told: string): readonly WithFolder[] {
  return told.split(/^(?=p\d)/m).flatMap((block) => {
    const field = (letter: string) =>
      new Map(block.split('\n').map((line) => [line.charAt(0), line.slice(1)])).get(letter)
    const [pid, group, name, cwd] = [Number(field('p')), Number(field('g')), field('c'), field('n')]
    return pid > 0 && name !== undefined && cwd?.startsWith('/') === true ? [{ pid, group, name, cwd }] : []
  })
}
