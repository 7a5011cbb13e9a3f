import * as fs from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { BranchWatch } from '../../ports/git.ts'
import { orNull } from '../folder/errors.ts'
import { readShortText } from '../folder/foreign-file.ts'

/** Bytes; git's files have one line. */
const longest = 4096

interface Watched {
  branch: string | null
  readonly gitFolder: string | null
  readonly watcher: fs.FSWatcher | null
}

/** Reads branches from git's own files and watches those for changes. */
export function openBranchWatch(): BranchWatch {
  const watched = new Map<string, Watched>()
  let tell: (folder: string) => void = () => {}
  const look = (folder: string, gitFolder: string) => {
    const of = watched.get(folder)
    const branch = readHead(gitFolder)
    if (of === undefined || of.branch === branch) return
    of.branch = branch
    tell(folder)
  }
  const begin = (folder: string, gitFolder: string | null): Watched => {
    if (gitFolder === null) return { branch: null, gitFolder, watcher: null }
    const watcher = watchHead(gitFolder, () => look(folder, gitFolder))
    return { branch: readHead(gitFolder), gitFolder, watcher }
  }
  const end = (folder: string) => {
    watched.get(folder)?.watcher?.close()
    watched.delete(folder)
  }
  return {
    watch: (folders) => {
      for (const folder of watched.keys()) if (!folders.has(folder)) end(folder)
      for (const folder of folders) {
        const of = watched.get(folder)
        const gitFolder = gitFolderOf(folder)
        // The folder may now belong to a repository, or to another one.
        if (of && of.gitFolder === gitFolder) continue
        of?.watcher?.close()
        const now = begin(folder, gitFolder)
        watched.set(folder, now)
        if (now.branch !== (of?.branch ?? null)) tell(folder)
      }
    },
    branchOf: (folder) => watched.get(folder)?.branch ?? null,
    connect: (changed) => void (tell = changed),
    close: () => {
      for (const folder of watched.keys()) end(folder)
    },
  }
}

/**
 * Watches the folder, because git replaces HEAD by a new file. Returns null when the system can't watch it.
 */
function watchHead(gitFolder: string, changed: () => void): fs.FSWatcher | null {
  const watcher = orNull(() =>
    fs.watch(gitFolder, { persistent: false }, (_, name) => {
      if (name === null || name === 'HEAD') changed()
    }),
  )
  watcher?.on('error', () => watcher.close())
  return watcher
}

/**
 * Returns the folder's own git directory: `.git`, or where a `.git` file points. Null outside of a
 * repository.
 */
function gitFolderOf(folder: string): string | null {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const own = join(at, '.git')
    const stat = fs.lstatSync(own, { throwIfNoEntry: false })
    if (stat?.isDirectory() && readShort(join(own, 'HEAD')) !== '') return own
    if (stat?.isFile()) {
      const [, led = ''] = /^gitdir: (.+)$/m.exec(readShort(own)) ?? []
      return led === '' ? null : resolve(at, led.trim())
    }
    if (dirname(at) === at) return null
  }
}

/** Returns the branch, or the first seven digits of a detached commit; null for neither. */
function readHead(gitFolder: string): string | null {
  const text = readShort(join(gitFolder, 'HEAD')).trim()
  const [, branch] = /^ref: refs\/heads\/(.+)$/.exec(text) ?? []
  return branch ?? (/^[0-9a-f]{40,64}$/.test(text) ? text.slice(0, 7) : null)
}

const readShort = (path: string): string => readShortText(path, { most: longest, links: 'refuse' })
