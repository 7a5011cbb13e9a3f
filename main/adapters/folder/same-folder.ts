import { lstatSync } from 'node:fs'
import { FolderError } from './errors.ts'

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

function identityOf(path: string): string {
  const stat = lstatSync(path, { throwIfNoEntry: false, bigint: true })
  return stat ? `${String(stat.dev)} ${String(stat.ino)}` : 'gone'
}
