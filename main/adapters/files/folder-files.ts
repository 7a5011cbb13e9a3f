import { execFile } from 'node:child_process'
import type { FolderFiles } from '../../attachment-port.ts'
import { walk } from './walk.ts'

/** Most files of one folder that are listed. */
export const mostFiles = 50_000
/** A list is taken to hold for so long, in ms: somebody types a name. */
const holds = 5_000
/** Git that takes longer than this, in ms, is not waited for. */
const patience = 5_000
/** Most bytes that git may tell: some 200 for each path. */
const mostBytes = 200 * mostFiles

type Listing = Awaited<ReturnType<FolderFiles['list']>>

/** What listing folders needs: the time in ms, git and where its settings are, and what is never listed. */
export interface FolderFilesOptions {
  readonly now: () => number
  readonly environment: NodeJS.ProcessEnv
  readonly closed: string
}

/** Lists files of folders: what git knows of a repository, else a walk that heeds the folder's own ignore files. */
export function openFolderFiles({ now, environment, closed }: FolderFilesOptions): FolderFiles {
  const known = new Map<string, { readonly at: number; readonly listing: Promise<Listing> }>()
  const look = async (folder: string): Promise<Listing> => {
    const told = await askGit(folder, environment)
    const files = told ?? (await walk(folder, closed, mostFiles + 1))
    return { files: files.slice(0, mostFiles), isWhole: files.length <= mostFiles }
  }
  return {
    list: (folder) => {
      const before = known.get(folder)
      if (before && now() - before.at < holds) return before.listing
      for (const [other, { at }] of known) if (now() - at >= holds) known.delete(other)
      const listing = look(folder)
      known.set(folder, { at: now(), listing })
      return listing
    },
  }
}

/**
 * The files of a repository that are there, tracked or not, without what it ignores; null: it is none, or git is not
 * there. Nothing that its settings name is run.
 */
function askGit(folder: string, environment: NodeJS.ProcessEnv): Promise<readonly string[] | null> {
  const harmless = ['-c', 'core.fsmonitor=false', '-c', 'core.quotePath=false']
  const asks = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '-z']
  // Not those of a hook that Janus may run in, which would be about another repository.
  const own = Object.entries(environment).filter(([name]) => !name.startsWith('GIT_'))
  const env = { ...Object.fromEntries(own), GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' }
  const options = { cwd: folder, env, timeout: patience, maxBuffer: mostBytes, windowsHide: true }
  return new Promise((resolve) => {
    execFile('git', [...harmless, ...asks], options, (error, stdout) => {
      // More than may be told is a part, and as good as one.
      const isPart = error !== null && 'code' in error && error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER'
      if (error !== null && !isPart) return resolve(null)
      const files = stdout.split('\0').slice(0, isPart ? -1 : undefined)
      resolve(files.filter((file) => file !== '').slice(0, mostFiles + 1))
    })
  })
}
