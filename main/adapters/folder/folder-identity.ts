import { realpathSync, lstatSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { FolderError, orNull } from './errors.ts'

/**
 * Returns the canonical path: links followed, case and separators as on disk. Of a path that doesn't exist,
 * the existing part is canonical.
 */
export function realFolder(path: string): string {
  const real = realPathOf(path)
  if (real !== null) return real
  const written = resolve(path)
  const parent = dirname(written)
  return parent === written ? written : join(realFolder(parent), basename(written))
}

/**
 * As given, with links followed, and without the short (8.3) names of Windows. Throws when the folder
 * doesn't exist.
 */
export const pathVariants = (path: string): readonly string[] => [
  ...new Set([path, realpathSync(path), realpathSync.native(path)]),
]

export function isSameFolder(one: string, other: string): boolean {
  return one === other || relative(realFolder(one), realFolder(other)) === ''
}

/** Whether the path is the folder or inside it. */
export function isInFolder(folder: string, path: string): boolean {
  return isBelow(realFolder(folder), realFolder(path))
}

/** Like `isInFolder`, for two canonical paths. */
export function isBelow(folder: string, path: string): boolean {
  const below = relative(folder, path)
  return !(below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below))
}

function realPathOf(path: string): string | null {
  const real = orNull(() => realpathSync.native(path))
  // A mapped network drive keeps its letter: many programs can't work in a UNC path.
  const isShare = real?.startsWith('\\\\') === true && !path.startsWith('\\\\')
  return isShare ? orNull(() => realpathSync(path)) : real
}

/**
 * Returns a check that throws `FolderError` once the folder is gone or was replaced: what is written there
 * would be lost.
 */
export function folderCheck(path: string): () => void {
  const known = identityOf(path)
  return () => {
    if (identityOf(path) === known) return
    throw new FolderError(
      `The folder ${path} is gone, or another one lies in its place. Put it back, then try again; or quit Janus and start it again.`,
    )
  }
}

/** Device and inode, or `gone`. */
export function identityOf(path: string): string {
  const stat = lstatSync(path, { throwIfNoEntry: false, bigint: true })
  return stat ? `${String(stat.dev)} ${String(stat.ino)}` : 'gone'
}
