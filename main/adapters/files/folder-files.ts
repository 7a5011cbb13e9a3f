import type { FolderFiles } from '../../ports/attachments.ts'
import type { RunGit } from '../../ports/git.ts'
import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { quietly } from '../folder/errors.ts'
import { type ProgramCommand, programVariables } from '../processes/command.ts'

/** Most files of one folder that are listed. */
const mostFiles = 50_000
/** A list is taken to hold for so long, in ms: somebody types a name. */
const holds = 5_000
/** Git, or a walk, that takes longer than this, in ms, is ended. */
const patience = 5_000
/** Most bytes that a listing may have: some 200 for each path. */
const mostBytes = 200 * mostFiles

/** Files of a folder that are listed; `isWhole`: these are all. */
type Listing = Awaited<ReturnType<FolderFiles['list']>>

/** What listing folders needs: the time in ms, git, and a walk where that does not answer. */
interface FolderFilesOptions {
  readonly now: () => number
  readonly git: RunGit
  readonly walk: Walk
}

/** Lists files of folders: what git knows of a repository, else a walk that heeds the folder's own ignore files. */
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
      // One that has not ended yet is not begun a second time, however long it takes.
      const entry = { at: Number.POSITIVE_INFINITY, listing: look(folder) }
      known.set(folder, entry)
      void entry.listing.then(() => (entry.at = now()))
      return entry.listing
    },
  }
}

/**
 * The files of a repository that are there, tracked or not, without what it ignores; null: it is none, or git is not
 * there.
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

/** What listing may take: files, bytes of their paths, and ms. */
interface WalkLimits {
  readonly files: number
  readonly bytes: number
  readonly patience: number
}

/** Lists the files below a folder. Never rejects. */
export type Walk = (folder: string, limits: WalkLimits) => Promise<Listing>

/**
 * Walks in a process of its own (`walk-folder.ts`), which is killed at the limits; what it found until then counts.
 * `closed` is never entered.
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
        // The last path has not come whole, or is empty.
        const found = Buffer.concat(chunks).toString('utf8').split('\0').slice(0, -1)
        resolve({
          files: found.slice(0, limits.files),
          isWhole: code === 0 && found.length <= limits.files,
        })
      })
    })
}

const realOf = (folder: string): string => quietly(() => realpathSync.native(folder)) ?? folder
