import type { FolderFiles } from '../../ports/attachments.ts'
import type { RunGit } from '../../ports/git.ts'
import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { orNull } from '../folder/errors.ts'
import { type ProgramCommand, programVariables } from '../processes/command.ts'

const mostFiles = 50_000
/** Milliseconds a listing is cached, because users ask again with each keystroke. */
const holds = 5_000
/** Milliseconds before git or a walk is killed. */
const patience = 5_000
/** About 200 bytes a path. */
const mostBytes = 200 * mostFiles

/** `isWhole`: nothing was cut off. */
type Listing = Awaited<ReturnType<FolderFiles['list']>>

/** `walk`: used when git doesn't answer. */
interface FolderFilesOptions {
  readonly now: () => number
  readonly git: RunGit
  readonly walk: Walk
}

/** Lists what git knows of a repository; elsewhere walks the folder and applies its ignore files. */
export function openFolderFiles({ now, git, walk }: FolderFilesOptions): FolderFiles {
  const known = new Map<string, { at: number; readonly listing: Promise<Listing> }>()
  const look = async (folder: string): Promise<Listing> => {
    const files = await askGit(git, folder)
    if (files === null) return walk(folder, { files: mostFiles, bytes: mostBytes, patience })
    return { files: files.slice(0, mostFiles), isWhole: files.length <= mostFiles }
  }
  return {
    list: (folder) => {
      const before = known.get(folder)
      if (before && now() - before.at < holds) return before.listing
      for (const [other, { at }] of known) if (now() - at >= holds) known.delete(other)
      // Never expires before it settles, so a slow listing is not started twice.
      const entry = { at: Number.POSITIVE_INFINITY, listing: look(folder) }
      known.set(folder, entry)
      void entry.listing.then(() => (entry.at = now()))
      return entry.listing
    },
  }
}

/**
 * Returns tracked and untracked files without ignored ones, or null when the folder is no repository or git
 * is missing.
 */
async function askGit(git: RunGit, cwd: string): Promise<readonly string[] | null> {
  const asks = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '-z']
  const told = await git(asks, { cwd, patience, most: mostBytes, takesPart: true }).catch(() => null)
  if (told === null) return null
  const files = told.out
    .toString('utf8')
    .split('\0')
    .slice(0, told.isPart ? -1 : undefined)
  return files.filter((file) => file !== '').slice(0, mostFiles + 1)
}

/** `patience`: milliseconds. `bytes`: of all paths together. */
interface WalkLimits {
  readonly files: number
  readonly bytes: number
  readonly patience: number
}

/** Never rejects. */
export type Walk = (folder: string, limits: WalkLimits) => Promise<Listing>

/**
 * Walks in a separate process (`walk-folder.ts`), which is killed at the limits; what it found until then
 * is returned. `closed` is never entered.
 */
export function walkApart({ command, args, env = {} }: ProgramCommand, closed: string): Walk {
  return (folder, limits) =>
    new Promise((resolve) => {
      const words = [...args, realOf(folder), realOf(closed)]
      const child = spawn(command, words, {
        stdio: ['ignore', 'pipe', 'ignore'],
        windowsHide: true,
        killSignal: 'SIGKILL',
        timeout: limits.patience,
        env: { ...programVariables(), ...env },
      })
      const chunks: Buffer[] = []
      let bytes = 0
      child.stdout.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes > limits.bytes) child.kill('SIGKILL')
      })
      child.once('error', () => resolve({ files: [], isWhole: false }))
      child.once('close', (code) => {
        // The last path is empty or cut off.
        const found = Buffer.concat(chunks).toString('utf8').split('\0').slice(0, -1)
        resolve({
          files: found.slice(0, limits.files),
          isWhole: code === 0 && found.length <= limits.files,
        })
      })
    })
}

const realOf = (folder: string): string => orNull(() => realpathSync.native(folder)) ?? folder
