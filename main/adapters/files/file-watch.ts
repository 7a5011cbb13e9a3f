import { existsSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { watch, type FSWatcher } from 'chokidar'
import { isSameFolder } from '../folder/folder-identity.ts'
import { matchesGlob } from '../../contract/timers/triggers.ts'
import type { FileWatch, WatchedFiles } from '../../ports/file-watch.ts'

interface Watching extends WatchedFiles {
  readonly watcher: FSWatcher
}

/** Changes within so many ms of the first are reported together. */
const burst = 500

/** Folders that are full of what others wrote: each folder below them would take one of the system's watches. */
const skipped: ReadonlySet<string> = new Set(['node_modules', '.git'])

/** Whether nothing that is there, or below, can match: `docs` for `src/**`. */
function isBeside({ folder, glob }: WatchedFiles, path: string): boolean {
  const inside = relative(folder, path)
  if (inside === '') return false
  const names = inside.split(sep)
  const wanted = glob.split('/')
  const open = wanted.findIndex((name) => /[*?]/.test(name))
  const fixed = open === -1 ? wanted : wanted.slice(0, open)
  return names.some((name, at) => skipped.has(name) || (at < fixed.length && name !== fixed[at]))
}

/** Has the system report changes of files, in no more folders than the globs name. */
export function openFileWatch(): FileWatch {
  const watching = new Map<string, Watching>()
  let report: (key: string, paths: readonly string[] | null) => void = () => {}
  const end = (key: string) => {
    void watching.get(key)?.watcher.close()
    watching.delete(key)
  }
  const begin = async (key: string, files: WatchedFiles): Promise<void> => {
    const { folder, glob } = files
    const isDeep = glob.includes('/') || glob.includes('**')
    const watcher = watch(folder, {
      cwd: folder,
      ignoreInitial: true,
      persistent: false,
      ignored: (path) => isBeside(files, path),
      ...(isDeep ? {} : { depth: 0 }),
    })
    watching.set(key, { ...files, watcher })
    const changed = new Set<string>()
    const isWatched = () => watching.get(key)?.watcher === watcher
    const flush = () => {
      if (isWatched() && changed.size > 0) report(key, [...changed])
      changed.clear()
    }
    const look = (path: string | null) => {
      if (!isWatched()) return
      if (path === null || !existsSync(folder)) {
        changed.clear()
        report(key, null)
      } else if (matchesGlob(glob, path)) {
        if (changed.size === 0) setTimeout(flush, burst)
        changed.add(path)
      }
    }
    watcher.on('all', (_, path) => look(path.split(sep).join('/')))
    watcher.on('error', () => look(null))
    await new Promise<void>((done) => watcher.once('ready', done))
    if (!existsSync(folder)) look(null)
  }
  return {
    watch: async (wanted) => {
      for (const [key, { folder, glob }] of watching) {
        const now = wanted.get(key)
        if (now?.glob !== glob || !isSameFolder(now.folder, folder)) end(key)
      }
      await Promise.all([...wanted].flatMap(([key, files]) => (watching.has(key) ? [] : [begin(key, files)])))
    },
    connect: (changed) => void (report = changed),
    close: () => {
      for (const key of watching.keys()) end(key)
    },
  }
}
