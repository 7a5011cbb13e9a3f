import * as fs from 'node:fs'
import { sep } from 'node:path'
import { isSameFolder } from '../folder/folder-identity.ts'
import { matchesGlob } from '../../contract/timers/triggers.ts'
import type { FileWatch, WatchedFiles } from '../../ports/file-watch.ts'

interface Watching extends WatchedFiles {
  readonly watcher: fs.FSWatcher | null
}

/** Has the system report changes of files; subfolders only where the glob names some. */
export function openFileWatch(): FileWatch {
  const watching = new Map<string, Watching>()
  let report: (key: string, path: string | null) => void = () => {}
  const end = (key: string) => {
    watching.get(key)?.watcher?.close()
    watching.delete(key)
  }
  const begin = (key: string, { folder, glob }: WatchedFiles): fs.FSWatcher | null => {
    const gone = () => report(key, null)
    try {
      const watcher = fs.watch(folder, { persistent: false, recursive: glob.includes('/') }, (_, name) => {
        const path = name?.split(sep).join('/')
        if (!fs.existsSync(folder)) gone()
        else if (path !== undefined && matchesGlob(glob, path)) report(key, path)
      })
      watcher.on('error', gone)
      return watcher
    } catch {
      queueMicrotask(gone)
      return null
    }
  }
  return {
    watch: (wanted) => {
      for (const [key, { folder, glob }] of watching) {
        const now = wanted.get(key)
        if (now?.glob !== glob || !isSameFolder(now.folder, folder)) end(key)
      }
      for (const [key, files] of wanted)
        if (!watching.has(key)) watching.set(key, { ...files, watcher: begin(key, files) })
    },
    connect: (changed) => void (report = changed),
    close: () => {
      for (const key of watching.keys()) end(key)
    },
  }
}
