import * as fs from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { UnfitChangeError, type FileNow, type WorkingFiles } from '../../ports/changes.ts'
import { isBelow } from '../folder/folder-identity.ts'
import { readForeignFile, utf8Of } from '../folder/foreign-file.ts'
import { replaceFile } from '../folder/owner-only.ts'
import { messageOf } from '../folder/errors.ts'

/** Bytes. Of longer files only the length is returned. */
export const longestShown = 1024 * 1024

/** `closed`: the state folder of Janus, which is never read or written. */
export function openWorkingFiles(closed: string): WorkingFiles {
  return {
    read: (folder, path) => {
      try {
        return readAt(placeOf(closed, folder, path))
      } catch (error) {
        return { kind: 'unfit', why: messageOf(error) }
      }
    },
    put: (folder, path, bytes, mode) =>
      plainly(() => {
        const { real, at } = placeOf(closed, folder, path)
        fs.mkdirSync(dirname(at), { recursive: true })
        // Detects a folder that was swapped for a link in the meantime.
        mustBeIn(real, fs.realpathSync(dirname(at)))
        const now = fs.lstatSync(at, { throwIfNoEntry: false })
        if (now && !now.isFile()) throw new UnfitChangeError(`${at} is no plain file.`)
        replaceFile(at, bytes, { mode: 0o666, keep: mode ?? (now ? now.mode & 0o777 : null) })
      }),
    remove: (folder, path) =>
      plainly(() => {
        const { at } = placeOf(closed, folder, path)
        if (!fs.lstatSync(at).isFile()) throw new UnfitChangeError(`${at} is no plain file.`)
        fs.unlinkSync(at)
      }),
  }
}

function plainly(run: () => void): void {
  try {
    run()
  } catch (error) {
    if (error instanceof UnfitChangeError) throw error
    throw new UnfitChangeError(messageOf(error))
  }
}

interface Place {
  readonly real: string
  readonly at: string
}

/** Resolves a path with its parent folder's links followed. Throws when the result is outside `folder`. */
function placeOf(closed: string, folder: string, path: string): Place {
  const real = fs.realpathSync(folder)
  const written = resolve(real, path)
  mustBeIn(real, written)
  const parent = nearest(dirname(written))
  const at = resolve(fs.realpathSync(parent), relative(parent, written))
  mustBeIn(real, at)
  if (isBelow(closed, at)) throw new UnfitChangeError('This is a file of Janus’s own.')
  return { real, at }
}

function nearest(folder: string): string {
  for (let at = folder; ; at = dirname(at)) if (fs.existsSync(at) || dirname(at) === at) return at
}

function mustBeIn(folder: string, path: string): void {
  if (!isBelow(folder, path)) throw new UnfitChangeError('It lies outside of the agent’s folder.')
}

function readAt({ at }: Place): FileNow {
  const file = readForeignFile(at, { most: longestShown, links: 'refuse' })
  if (file.state === 'missing') return { kind: 'missing' }
  if (file.state === 'link') return { kind: 'unfit', why: 'It is a link.' }
  if (file.state === 'long') return { kind: 'long', length: file.size }
  if (file.state === 'unreadable') return { kind: 'unfit', why: `It cannot be read (${file.code}).` }
  if (file.state !== 'read') return { kind: 'unfit', why: 'It is no plain file.' }
  const { bytes, mode } = file
  const text = utf8Of(bytes)
  return text === null ? { kind: 'binary', bytes, mode } : { kind: 'text', bytes, text, mode }
}
