import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Worktree } from '../../contract/folders/changes.ts'
import { GitError, type Git } from '../../ports/git.ts'
import { slashed } from './real-paths.ts'

type Asked = Pick<Git, 'repository' | 'changes' | 'foreign'>

/** Returns the files that are unchanged since the last commit; none for files in no repository. */
export async function committedFiles(
  git: Asked,
  worktree: Worktree | null,
  paths: readonly string[],
): Promise<readonly string[]> {
  try {
    if (worktree !== null && (await git.foreign(worktree)) !== null) return []
    const tops = new Map<string, string | null>()
    const changed = new Map<string, ReadonlySet<string> | null>()
    const committed: string[] = []
    for (const path of paths) {
      const folder = folderOf(path)
      const known = tops.get(folder)
      const top = known === undefined ? ((await git.repository(folder))?.top ?? null) : known
      tops.set(folder, top)
      if (top === null) continue
      if (!changed.has(top)) changed.set(top, await changedIn(git, top))
      if (changed.get(top)?.has(keyOf(path)) === false) committed.push(path)
    }
    return committed
  } catch (error) {
    if (error instanceof GitError) return []
    throw error
  }
}

/** Null: too many changes for git to list. */
async function changedIn(git: Asked, top: string): Promise<ReadonlySet<string> | null> {
  const { changes, isPart } = await git.changes(top)
  return isPart ? null : new Set(changes.map(({ path }) => keyOf(join(top, path))))
}

/** The folder of a file, or its nearest existing parent. */
function folderOf(path: string): string {
  const folder = dirname(path)
  return existsSync(folder) ? folder : folderOf(folder)
}

/** Git may report another case on a case-insensitive disk. */
const keyOf = (path: string): string => slashed(path).toLowerCase()
