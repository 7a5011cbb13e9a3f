import * as fs from 'node:fs'
import { join } from 'node:path'
import { worktreeFiles, worktreeLimits } from '../../contract/folders/worktree-runs.ts'
import { GitError, type RunGit } from '../../ports/git.ts'
import { fieldsOf } from './run-git.ts'

const { files: most } = worktreeLimits.includes
/** Paths per command, because the length of a command line is limited. */
const part = 200

/** Returns untracked files that `.worktreeinclude` names and git ignores, relative to the folder. */
export async function includedFiles(run: RunGit, cwd: string): Promise<readonly string[]> {
  const listed = fs.lstatSync(join(cwd, worktreeFiles.include), { throwIfNoEntry: false })
  if (listed === undefined) return []
  if (!listed.isFile()) throw new GitError(`${worktreeFiles.include} is not a plain file.`)
  const list = ['ls-files', '-z', '--others', '--ignored']
  const ask = { cwd, patience: 60_000 }
  const named = await run([...list, `--exclude-from=${worktreeFiles.include}`], { ...ask, takesPart: true })
  const paths = fieldsOf(named)
  if (named.isPart || paths.length > most)
    throw new GitError(`${worktreeFiles.include} names more than ${most} files. Name fewer.`)
  const ignored: string[] = []
  for (let at = 0; at < paths.length; at += part) {
    const asked = ['--literal-pathspecs', ...list, '--exclude-standard', '--', ...paths.slice(at, at + part)]
    ignored.push(...fieldsOf(await run(asked, ask)))
  }
  const repository = ignored.find((path) => path.endsWith('/'))
  if (repository !== undefined)
    throw new GitError(
      `${worktreeFiles.include} names ${repository}, which is a repository of its own. Leave it out: the setup command can clone it.`,
    )
  // A folder's name would match all files in it.
  return ignored.filter((path) => paths.includes(path))
}
