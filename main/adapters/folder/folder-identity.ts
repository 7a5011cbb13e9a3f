import { realpathSync, lstatSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { FolderError } from './errors.ts'

/**
 * The one spelling of a folder, by which it is known: links followed, no `.`, `..` or slash at its end, case and
 * separators as the disk has them. Of a folder that does not exist yet, the part that exists is spelled so.
 */
export function realFolder(path: string): string {
  const real = realPathOf(path)
  if (real !== null) return real
  const written = resolve(path)
  const parent = dirname(written)
  return parent === written ? written : join(realFolder(parent), basename(written))
}

/** A folder that exists by all its names: as it is written, by its true one, and without the short ones of Windows. */
export const spellingsOf = (path: string): readonly string[] => [
  ...new Set([path, realpathSync(path), realpathSync.native(path)]),
]

/** Whether two paths lead to the same folder, however they are spelled. */
export function isSameFolder(one: string, other: string): boolean {
  return one === other || relative(realFolder(one), realFolder(other)) === ''
}

/** Whether a path is the folder, or lies in it, however both are spelled. */
export function isInFolder(folder: string, path: string): boolean {
  return isBelow(realFolder(folder), realFolder(path))
}

/** The same for two paths that are spelled as `realFolder` does. */
export function isBelow(folder: string, path: string): boolean {
  const below = relative(folder, path)
  return !(below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below))
}

function realPathOf(path: string): string | null {
  try {
    const real = realpathSync.native(path)
    // A drive of the network keeps its letter: many programs cannot work in the path that Windows has for it.
    const isShare = real.startsWith('\\\\') && !path.startsWith('\\\\')
    return isShare ? realpathSync(path) : real
  } catch {
    return null
  }
}

/**
 * Remembers which folder lies at a path; the answer throws `FolderError` when it is gone or another one lies there: what
 * is written into a folder that nobody finds again is not kept.
 */
export function watchFolder(path: string): () => void {
  const known = identityOf(path)
  return () => {
    if (identityOf(path) === known) return
    throw new FolderError(
      `The folder ${path} is gone, or another one lies in its place. Put it back, then try again; or quit Janus and start it again.`,
    )
  }
}

/** Which file or folder lies at a path, whatever its name; `gone` where there is none. */
export function identityOf(path: string): string {
  const stat = lstatSync(path, { throwIfNoEntry: false, bigint: true })
  return stat ? `${String(stat.dev)} ${String(stat.ino)}` : 'gone'
}
