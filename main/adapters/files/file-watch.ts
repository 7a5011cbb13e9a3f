import { existsSync, statSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { watch, type FSWatcher } from 'chokidar'
import { isBelow, isSameFolder } from '../folder/folder-identity.ts'
import { matchesGlob } from '../../contract/timers/triggers.ts'
import { codeOf } from '../folder/errors.ts'
import type { FileEvent, FileWatch, WatchedFiles } from '../../ports/file-watch.ts'

interface Watching extends WatchedFiles {
  readonly watcher: FSWatcher
}

/** Milliseconds after the first change during which changes are collected. */
const burst = 500

/** Large folders: each subfolder would take one of the system's limited watches. */
const skipped: ReadonlySet<string> = new Set(['node_modules', '.git'])

/** Whether nothing at or below the path can match, such as `docs` for `src/**`. */
function isBeside({ folder, glob }: WatchedFiles, path: string): boolean {
  const inside = relative(folder, path)
  if (inside === '') return false
  const names = inside.split(sep)
  const wanted = glob.split('/')
  const open = wanted.findIndex((name) => /[*?]/.test(name))
  const fixed = open === -1 ? wanted : wanted.slice(0, open)
  return names.some((name, at) => skipped.has(name) || (at < fixed.length && name !== fixed[at]))
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Watches no more folders than the globs need. */
export function openFileWatch(): FileWatch {
  const watching = new Map<string, Watching>()
  let report: (key: string, event: FileEvent) => void = () => {}
  let counts: (key: string) => boolean = () => true
  const end = (key: string) => {
    void watching.get(key)?.watcher.close()
    watching.delete(key)
  }
  /** `remade`: a folder that was deleted and created again; all files in it count as changed. */
  const begin = async (key: string, files: WatchedFiles, remade: string | null = null): Promise<void> => {
    const { folder, glob } = files
    const isDeep = glob.includes('/') || glob.includes('**')
    const watcher = watch(folder, {
      cwd: folder,
      ignoreInitial: remade === null,
      ignorePermissionErrors: true,
      persistent: false,
      ignored: (path) => isBeside(files, path),
      ...(isDeep ? {} : { depth: 0 }),
    })
    watching.set(key, { ...files, watcher })
    let isReady = false
    const changed = new Set<string>()
    const tell = (event: FileEvent) => {
      if (watching.get(key)?.watcher === watcher) report(key, event)
    }
    const flush = () => {
      if (changed.size > 0) tell({ kind: 'files', paths: [...changed] })
      changed.clear()
    }
    watcher.on('all', (_, found) => {
      const path = found.split(sep).join('/')
      const isNews = isReady || isBelow(remade ?? folder, join(folder, found))
      if (!existsSync(folder)) {
        changed.clear()
        tell({ kind: 'folderGone' })
      } else if (isNews && matchesGlob(glob, path) && counts(key)) {
        if (changed.size === 0) setTimeout(flush, burst)
        changed.add(path)
      }
    })
    watcher.on('error', (error) => tell({ kind: 'unwatched', code: codeOf(error) || 'unknown' }))
    watcher.on('raw', (event, name, of) => {
      const { watchedPath } = of as { readonly watchedPath: string }
      // A deleted folder reports a rename of itself. If it was created again, the watcher gets no more
      // events, so start over.
      if (event !== 'rename' || name !== basename(watchedPath) || !isFolder(watchedPath)) return
      if (watching.get(key)?.watcher !== watcher) return
      flush()
      end(key)
      void begin(key, files, watchedPath)
    })
    await new Promise<void>((done) => watcher.once('ready', done))
    isReady = true
    if (!existsSync(folder)) tell({ kind: 'folderGone' })
  }
  return {
    watch: async (wanted) => {
      for (const [key, { folder, glob }] of watching) {
        const now = wanted.get(key)
        if (now?.glob !== glob || !isSameFolder(now.folder, folder)) end(key)
      }
      await Promise.all([...wanted].flatMap(([key, files]) => (watching.has(key) ? [] : [begin(key, files)])))
    },
    connect: (heard, isCounted = () => true) => {
      report = heard
      counts = isCounted
    },
    close: () => {
      for (const key of watching.keys()) end(key)
    },
  }
}
