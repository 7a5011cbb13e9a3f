import { existsSync, lstatSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { worktreeFiles, worktreeLimits } from '../../contract/folders/worktree-runs.ts'
import {
  GitError,
  type Git,
  type Repository,
  type GitAsk,
  type RunGit,
  type Committed,
} from '../../ports/git.ts'
import { isBelow, realFolder } from '../folder/folder-identity.ts'
import { changesIn } from './changes.ts'
import { fieldsOf, openGit, gitText, withoutDrivers } from './run-git.ts'
import {
  addWorktree,
  mergeWorktree,
  commitAll,
  foreign,
  hasBranch,
  notBringable,
  removeWorktree,
  branchState,
} from './worktrees.ts'

/** Runs git so that no repository can execute anything. */
export function openGitPort(environment: NodeJS.ProcessEnv): Git {
  const bare = openGit(environment)
  /** Checks the repository's drivers before every command, because they may change at any time. */
  const run: RunGit = async (args, ask) => bare([...(await withoutDrivers(bare, ask)), ...args], ask)
  return {
    repository: async (folder, why) => {
      try {
        return await repositoryOf(run, folder)
      } catch (error) {
        if (!(error instanceof GitError)) throw error
        why?.(error.message)
        return null
      }
    },
    changes: (folder) => changesIn(run, folder),
    committed: (folder, path, most) => committedFile(run, folder, path, most),
    addWorktree: async (folder, path, branch) => {
      const repository = await repositoryOf(run, folder)
      if (repository === null) throw new GitError('This folder is in no git repository.')
      return addWorktree(run, repository, path, branch)
    },
    included: (folder) => includedFiles(run, folder),
    hasBranch: (folder, branch) => hasBranch(run, { cwd: folder }, branch),
    foreign,
    stateOf: (worktree) => branchState(run, worktree),
    commitAll: (worktree, words) => commitAll(run, worktree, words),
    notBringable: (worktree) => notBringable(run, worktree),
    bringBack: (worktree) => mergeWorktree(run, worktree),
    removeWorktree: (worktree) => removeWorktree(run, worktree),
  }
}

/**
 * Returns null outside of a repository. Throws when `core.worktree` points to another folder than the one
 * that contains it.
 */
async function repositoryOf(run: RunGit, folder: string): Promise<Repository | null> {
  if (!existsSync(folder)) return null
  const cwd = realFolder(folder)
  const ask = { cwd, codes: [128, 129] }
  const { code, out } = await run(['rev-parse', '--is-inside-work-tree', '--show-toplevel'], ask)
  if (code !== 0) return refusedOwner(run, cwd)
  const [isInside = '', top = ''] = out.toString('utf8').split('\n')
  if (isInside !== 'true' || top === '') return null
  const real = realFolder(top)
  if (!isBelow(real, cwd))
    throw new GitError('The settings of this repository name another working folder than this one.')
  const shared = gitText(await run(['rev-parse', '--path-format=absolute', '--git-common-dir'], ask))
  const main = basename(shared) === '.git' && existsSync(shared) ? realFolder(dirname(shared)) : real
  const branch = await answerOf(run, ['symbolic-ref', '--quiet', '--short', 'HEAD'], ask)
  const commit = await answerOf(run, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], ask)
  return { top: real, main, branch, commit }
}

/**
 * Git refuses repositories of other users: throws with its message, or returns null when there is no
 * repository.
 */
async function refusedOwner(run: RunGit, cwd: string): Promise<null> {
  const words = await run(['rev-parse', '--git-dir'], { cwd }).then(
    () => '',
    (error: unknown) => (error instanceof GitError ? error.message : String(error)),
  )
  if (words === '' || /not a git repository/i.test(words)) return null
  throw new GitError(words)
}

async function answerOf(run: RunGit, args: readonly string[], ask: GitAsk): Promise<string | null> {
  const told = await run(args, { ...ask, codes: [1, 128] })
  return told.code === 0 ? gitText(told) : null
}

/** Reads a file of the last commit. Returns null unless it is a plain file there. */
async function committedFile(
  run: RunGit,
  folder: string,
  path: string,
  most: number,
): Promise<Committed | { readonly length: number } | null> {
  const ask = { cwd: folder }
  // Paths are never patterns.
  const literal = ['--literal-pathspecs']
  const tree = await run([...literal, 'ls-tree', '-z', '-l', 'HEAD', '--', path], { ...ask, codes: [128] })
  if (tree.code !== 0) return null
  const [, mode, object, length] =
    /^(\d{6}) blob ([0-9a-f]{40,64}) +(\d+)\t/.exec(tree.out.toString('utf8')) ?? []
  if (object === undefined || mode === undefined || mode === '120000') return null
  if (Number(length) > most) return { length: Number(length) }
  const [blob, attributes] = await Promise.all([
    run(['cat-file', 'blob', object], { ...ask, most: most + 1024 }),
    run([...literal, 'check-attr', '-z', 'filter', 'working-tree-encoding', 'ident', '--', path], ask),
  ])
  // Three fields each: path, attribute, value.
  const values = attributes.out
    .toString('utf8')
    .split('\0')
    .filter((_, at) => at % 3 === 2)
  const isFiltered = values.some((value) => value !== 'unspecified' && value !== 'unset')
  return { bytes: blob.out, isExecutable: mode === '100755', isFiltered }
}

const mostIncluded = worktreeLimits.includes.files
/** Paths per command, because the length of a command line is limited. */
const batchSize = 200

/** Returns untracked files that `.worktreeinclude` names and git ignores, relative to the folder. */
async function includedFiles(run: RunGit, cwd: string): Promise<readonly string[]> {
  const listed = lstatSync(join(cwd, worktreeFiles.include), { throwIfNoEntry: false })
  if (listed === undefined) return []
  if (!listed.isFile()) throw new GitError(`${worktreeFiles.include} is not a plain file.`)
  const list = ['ls-files', '-z', '--others', '--ignored']
  const ask = { cwd, patience: 60_000 }
  const named = await run([...list, `--exclude-from=${worktreeFiles.include}`], { ...ask, takesPart: true })
  const paths = fieldsOf(named)
  if (named.isPart || paths.length > mostIncluded)
    throw new GitError(`${worktreeFiles.include} names more than ${mostIncluded} files. Name fewer.`)
  const ignored: string[] = []
  for (let at = 0; at < paths.length; at += batchSize) {
    const asked = [
      '--literal-pathspecs',
      ...list,
      '--exclude-standard',
      '--',
      ...paths.slice(at, at + batchSize),
    ]
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
