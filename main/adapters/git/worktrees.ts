import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Worktree } from '../../contract/folders/changes.ts'
import {
  GitError,
  type BranchState,
  type GitAsk,
  type GitPlace,
  type Merged,
  type Repository,
  type RunGit,
} from '../../ports/git.ts'
import { isSameFolder, realFolder } from '../folder/folder-identity.ts'
import { fieldsOf, gitText } from './run-git.ts'
import { checkedMain, checkedPlaces, checkedSibling, noteFolders } from './worktree-places.ts'

/** Milliseconds for a checkout or a merge. */
const longWork = 120_000
const mostNamed = 20

export async function hasBranch(run: RunGit, ask: Asked, branch: string): Promise<boolean> {
  const asked = ['show-ref', '--verify', '--quiet', `refs/heads/${branch}`]
  return (await run(asked, { ...ask, codes: [1] })).code === 0
}

type Asked = Pick<GitAsk, 'cwd' | 'place'>

const at = (place: GitPlace): Asked => ({ cwd: place.workTree, place })
const inTree = (worktree: Worktree): Asked => at(checkedPlaces(worktree).tree)
const inMain = (worktree: Worktree): Asked => at(checkedMain(worktree))

/** Creates a branch from the current commit in a new worktree. */
export async function addWorktree(
  run: RunGit,
  { main, branch: base, commit }: Repository,
  path: string,
  branch: string,
): Promise<Worktree> {
  if (commit === null) throw new GitError('This repository has no commit yet: a worktree begins from one.')
  const add = ['worktree', 'add', '--quiet', '--no-guess-remote', '-b', branch, '--', path, commit]
  await run(add, { cwd: main, patience: longWork })
  const made = { path: realFolder(path), branch, repository: main, base, commit }
  return { ...made, git: await noteFolders(run, main, made.path) }
}

/** Returns why git isn't used in this worktree, or null when it still belongs to its repository. */
export function foreign(worktree: Worktree): Promise<string | null> {
  try {
    checkedPlaces(worktree)
    return Promise.resolve(null)
  } catch (error) {
    if (error instanceof GitError) return Promise.resolve(error.message)
    throw error
  }
}

/** Returns uncommitted files and the commits that only its branch has. */
export async function branchState(run: RunGit, worktree: Worktree): Promise<BranchState> {
  const { branch, base, commit } = worktree
  const inIt = inTree(worktree)
  const differing = ['--name-only', '--no-ext-diff', '--no-textconv', '--ignore-submodules=all', '-z']
  const [changed, others, log, count] = await Promise.all([
    run(['diff', ...differing, 'HEAD'], inIt),
    run(['ls-files', '--others', '--exclude-standard', '-z'], inIt),
    ...aheadOf(run, inMain(worktree), branch, base ?? commit, commit),
  ])
  return {
    files: [...fieldsOf(changed), ...fieldsOf(others)].toSorted(),
    commits: gitText(log)
      .split('\n')
      .filter((line) => line !== ''),
    ahead: Number(gitText(count)),
  }
}

/** If the base branch is gone, counts from the commit the worktree was made from. */
function aheadOf(run: RunGit, main: Asked, branch: string, base: string, commit: string) {
  const ask = { ...main, codes: [128] }
  const either = async (args: readonly string[]) => {
    const first = await run([...args, `refs/heads/${branch}`, `^refs/heads/${base}`, '--'], ask)
    return first.code === 0 ? first : run([...args, `refs/heads/${branch}`, `^${commit}`, '--'], main)
  }
  return [
    either(['log', `-${mostNamed}`, '--format=%s', '--no-show-signature']),
    either(['rev-list', '--count']),
  ] as const
}

/** Used when the user has not configured a name. */
const somebody = ['-c', 'user.name=Janus', '-c', 'user.email=janus@localhost']

async function asWhom(run: RunGit, ask: Asked): Promise<readonly string[]> {
  const { code } = await run(['var', 'GIT_COMMITTER_IDENT'], { ...ask, codes: [128] })
  return code === 0 ? [] : somebody
}

/** Commits everything. Refuses files with a filter such as LFS, because filters are never run. */
export async function commitAll(run: RunGit, worktree: Worktree, words: string): Promise<void> {
  const ask = inTree(worktree)
  await mustBeOnBranch(run, worktree)
  await run(['add', '--all'], { ...ask, patience: longWork })
  const files = fieldsOf(await run(['diff', '--cached', '--name-only', '--no-ext-diff', '-z'], ask))
  if (files.length === 0) return
  const filtered = await filteredAmong(run, ask, files)
  if (filtered !== null) {
    await run(['reset', '--quiet'], ask)
    throw new GitError(
      `${filtered} goes through a filter of git’s, such as LFS, which Janus does not run. Commit what is there yourself: cd ${ask.cwd}`,
    )
  }
  const who = await asWhom(run, ask)
  await run([...who, 'commit', '--quiet', '--no-verify', '--no-gpg-sign', '-m', words], {
    ...ask,
    patience: longWork,
  })
}

/** An agent may have checked out another branch, such as `main`. */
async function mustBeOnBranch(run: RunGit, worktree: Worktree): Promise<void> {
  const why = await notOnBranch(run, worktree)
  if (why !== null) throw new GitError(why)
}

async function notOnBranch(run: RunGit, worktree: Worktree): Promise<string | null> {
  const head = await run(['symbolic-ref', '--quiet', 'HEAD'], { ...inTree(worktree), codes: [1, 128] })
  const ref = head.code === 0 ? gitText(head) : ''
  if (ref === `refs/heads/${worktree.branch}`) return null
  const now = ref === '' ? 'no branch is checked out' : `${ref.replace('refs/heads/', '')} is checked out`
  return `In ${worktree.path} ${now}, and not ${worktree.branch}. Check that out there again, or merge yourself, in ${worktree.repository}.`
}

/** In chunks, because the length of a command line is limited. */
async function filteredAmong(run: RunGit, ask: Asked, files: readonly string[]): Promise<string | null> {
  for (let at = 0; at < files.length; at += 200) {
    const asked = ['check-attr', '-z', 'filter', '--', ...files.slice(at, at + 200)]
    const fields = (await run(asked, ask)).out.toString('utf8').split('\0')
    const found = fields.findIndex((value, n) => n % 3 === 2 && value !== 'unspecified' && value !== 'unset')
    if (found >= 0) return fields[found - 2] ?? ''
  }
  return null
}

/**
 * Returns where the base branch is checked out: in the repository's folder or a sibling worktree; null if
 * nowhere.
 */
async function basePlace(run: RunGit, worktree: Worktree): Promise<GitPlace | null> {
  const { repository, path, base } = worktree
  if (base === null) return null
  const main = checkedMain(worktree)
  const { out } = await run(['worktree', 'list', '--porcelain', '-z'], at(main))
  // Fields: path, commit, branch; an empty one between two worktrees.
  const trees = out
    .toString('utf8')
    .split('\0\0')
    .map((tree) => tree.split('\0'))
  const tree = trees.find((fields) => fields.includes(`branch refs/heads/${base}`))
  const folder = tree?.find((field) => field.startsWith('worktree '))?.slice('worktree '.length)
  if (folder === undefined) return null
  if (isSameFolder(folder, repository)) return main
  // The repository's settings can list any folder as a worktree, so only siblings are accepted.
  return isSameFolder(dirname(folder), dirname(path)) ? checkedSibling(folder, main) : null
}

/** Returns why it can't be merged now, or null. */
export async function notBringable(run: RunGit, worktree: Worktree): Promise<string | null> {
  const why = await notOnBranch(run, worktree)
  if (why !== null) return why
  try {
    return (await basePlace(run, worktree)) === null ? notCheckedOut(worktree) : null
  } catch (error) {
    if (error instanceof GitError) return error.message
    throw error
  }
}

const notCheckedOut = ({ base, branch, repository }: Worktree): string =>
  base === null
    ? `No branch was checked out when it was made. Merge ${branch} yourself, in ${repository}.`
    : `It was made from ${base}, which is not checked out in ${repository} now. Check it out there, or merge ${branch} yourself.`

/** Merges into the base branch where that is checked out. On conflicts nothing is changed. */
export async function mergeWorktree(run: RunGit, worktree: Worktree): Promise<Merged> {
  const { branch, base } = worktree
  await mustBeOnBranch(run, worktree)
  const place = await basePlace(run, worktree)
  if (place === null) throw new GitError(notCheckedOut(worktree))
  const ask = at(place)
  const count = await run(['rev-list', '--count', `refs/heads/${branch}`, '^HEAD', '--'], ask)
  const commits = Number(gitText(count))
  if (commits === 0) return { state: 'done', commits }
  // First merges in memory, so that a conflicting merge is never started.
  const tried = ['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', 'HEAD']
  const trial = await run([...tried, `refs/heads/${branch}`], { ...ask, patience: longWork, codes: [1] })
  if (trial.code === 1) return { state: 'conflicts', files: fieldsOf(trial).slice(1, mostNamed + 1) }
  const plain = ['--quiet', '--no-edit', '--no-verify', '--no-gpg-sign', '--no-autostash', '--strategy=ort']
  const merge = ['merge', ...plain, '-m', `Merge ${branch}`]
  const who = [...(await asWhom(run, ask)), ...withoutMergeOptions(base)]
  try {
    await run([...who, ...merge, `refs/heads/${branch}`], { ...ask, patience: longWork })
  } catch (error) {
    // Fails harmlessly when the merge was not started.
    await run(['merge', '--abort'], { ...ask, codes: [128] })
    throw error
  }
  return { state: 'done', commits }
}

/** Merge options can name a strategy, which is a program. `-c` can't set a name with an equals sign. */
const withoutMergeOptions = (base: string | null): readonly string[] =>
  base === null || base.includes('=') ? [] : ['-c', `branch.${base}.mergeOptions=`]

/** Deletes the folder and the branch, including uncommitted work. Not an error if they are gone. */
export async function removeWorktree(run: RunGit, worktree: Worktree): Promise<void> {
  const { path, branch } = worktree
  const ask = existsSync(path) ? at(checkedPlaces(worktree).main) : inMain(worktree)
  const removed = await run(['worktree', 'remove', '--force', '--force', '--', path], {
    ...ask,
    patience: longWork,
    codes: [128],
  })
  if (removed.code !== 0) await run(['worktree', 'prune'], ask)
  if (await hasBranch(run, ask, branch)) await run(['branch', '-D', '--quiet', '--', branch], ask)
}
