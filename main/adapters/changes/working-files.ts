import * as fs from 'node:fs'
import { dirname, isAbsolute, relative, resolve } from 'node:path'
import { UnfitChangeError, type FileNow, type WorkingFiles } from '../../change-ports.ts'
import { replaceFile } from '../folder/owner-only.ts'

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants

/** Longer files are told by their length, in bytes. */
export const longestShown = 1024 * 1024

/** Files of working folders; `closed`: Janus's own folder, which is never one of them. */
export function openWorkingFiles(closed: string): WorkingFiles {
  return {
    read: (folder, path) => {
      try {
        return readAt(placeOf(closed, folder, path))
      } catch (error) {
        return { kind: 'unfit', why: error instanceof Error ? error.message : String(error) }
      }
    },
    put: (folder, path, bytes, mode) =>
      plainly(() => {
        const { real, at } = placeOf(closed, folder, path)
        fs.mkdirSync(dirname(at), { recursive: true })
        // Whoever swaps a folder for a link in the meantime is seen here.
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
    throw new UnfitChangeError(error instanceof Error ? error.message : String(error))
  }
}

interface Place {
  /** The folder, by its real path. */
  readonly real: string
  readonly at: string
}

/** Where a path leads: its folder is there by its real path, and is in the folder that was asked about. */
function placeOf(closed: string, folder: string, path: string): Place {
  const real = fs.realpathSync(folder)
  const written = resolve(real, path)
  mustBeIn(real, written)
  const parent = nearest(dirname(written))
  const at = resolve(fs.realpathSync(parent), relative(parent, written))
  mustBeIn(real, at)
  if (isIn(closed, at)) throw new UnfitChangeError('This is a file of Janus’s own.')
  return { real, at }
}

/** The nearest folder that is there. */
function nearest(folder: string): string {
  for (let at = folder; ; at = dirname(at)) if (fs.existsSync(at) || dirname(at) === at) return at
}

function mustBeIn(folder: string, path: string): void {
  if (!isIn(folder, path)) throw new UnfitChangeError('It lies outside of the agent’s folder.')
}

/** Whether a path is the folder, or in it. */
export function isIn(folder: string, path: string): boolean {
  const below = relative(folder, path)
  return below === '' || !(below === '..' || /^\.\.[/\\]/.test(below) || isAbsolute(below))
}

function readAt({ at }: Place): FileNow {
  const stat = fs.lstatSync(at, { throwIfNoEntry: false })
  if (!stat) return { kind: 'missing' }
  if (stat.isSymbolicLink()) return { kind: 'unfit', why: 'It is a link.' }
  if (!stat.isFile()) return { kind: 'unfit', why: 'It is no plain file.' }
  if (stat.size > longestShown) return { kind: 'long', length: stat.size }
  const fd = fs.openSync(at, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    const bytes = fs.readFileSync(fd)
    return { ...(textOf(bytes) ?? { kind: 'binary', bytes }), mode: fs.fstatSync(fd).mode & 0o777 }
  } finally {
    fs.closeSync(fd)
  }
}

function textOf(bytes: Buffer): { kind: 'text'; bytes: Uint8Array; text: string } | null {
  const text = bytes.toString('utf8')
  return text.includes('\0') || !Buffer.from(text).equals(bytes) ? null : { kind: 'text', bytes, text }
}
