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

/** How long a checkout or a merge may take, in ms. */
const longWork = 120_000
/** Most files and commits that are named. */
const mostNamed = 20

/** A branch of that name is there. */
export async function hasBranch(run: RunGit, ask: Asked, branch: string): Promise<boolean> {
  const asked = ['show-ref', '--verify', '--quiet', `refs/heads/${branch}`]
  return (await run(asked, { ...ask, codes: [1] })).code === 0
}

type Asked = Pick<GitAsk, 'cwd' | 'place'>

const at = (place: GitPlace): Asked => ({ cwd: place.workTree, place })
const inTree = (worktree: Worktree): Asked => at(checkedPlaces(worktree).tree)
const inMain = (worktree: Worktree): Asked => at(checkedMain(worktree))

/** Makes a branch from the present commit, checked out in a new folder. */
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

/** Why nothing is asked of git about it; null: its folder still belongs to the repository that it was made from. */
export function foreign(worktree: Worktree): Promise<string | null> {
  try {
    checkedPlaces(worktree)
    return Promise.resolve(null)
  } catch (error) {
    if (error instanceof GitError) return Promise.resolve(error.message)
    throw error
  }
}

/** What is not committed there, and the commits that are on its branch alone. */
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

/** The branch from which it was made may be gone: then what came after its first commit counts. */
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

/** Who commits, where the user has not told git. */
const somebody = ['-c', 'user.name=Janus', '-c', 'user.email=janus@localhost']

async function asWhom(run: RunGit, ask: Asked): Promise<readonly string[]> {
  const { code } = await run(['var', 'GIT_COMMITTER_IDENT'], { ...ask, codes: [128] })
  return code === 0 ? [] : somebody
}

/** Commits all that is not committed there. Files that go through a filter, as LFS's do, are for the user: it is not run. */
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

/** What is committed there must not come onto another branch, `main` least of all. */
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

/** The first of these files that has a filter; asked in parts, for a command line has an end. */
async function filteredAmong(run: RunGit, ask: Asked, files: readonly string[]): Promise<string | null> {
  for (let at = 0; at < files.length; at += 200) {
    const asked = ['check-attr', '-z', 'filter', '--', ...files.slice(at, at + 200)]
    const fields = (await run(asked, ask)).out.toString('utf8').split('\0')
    const found = fields.findIndex((value, n) => n % 3 === 2 && value !== 'unspecified' && value !== 'unset')
    if (found >= 0) return fields[found - 2] ?? ''
  }
  return null
}

/** Where the branch from which it was made is checked out: the repository's folder, or a worktree beside this one; null: nowhere there. */
async function basePlace(run: RunGit, worktree: Worktree): Promise<GitPlace | null> {
  const { repository, path, base } = worktree
  if (base === null) return null
  const main = checkedMain(worktree)
  const { out } = await run(['worktree', 'list', '--porcelain', '-z'], at(main))
  // A field each: where it is, its commit, its branch; an empty one between two of them.
  const trees = out
    .toString('utf8')
    .split('\0\0')
    .map((tree) => tree.split('\0'))
  const tree = trees.find((fields) => fields.includes(`branch refs/heads/${base}`))
  const folder = tree?.find((field) => field.startsWith('worktree '))?.slice('worktree '.length)
  if (folder === undefined) return null
  if (isSameFolder(folder, repository)) return main
  // Settings can name any folder as a worktree: nothing is merged elsewhere.
  return isSameFolder(dirname(folder), dirname(path)) ? checkedSibling(folder, main) : null
}

/** Why it cannot be brought back now; null: it can. */
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

/** Merges into the branch from which it was made, in the folder where that is checked out. With conflicts nothing is done. */
export async function mergeWorktree(run: RunGit, worktree: Worktree): Promise<Merged> {
  const { branch, base } = worktree
  await mustBeOnBranch(run, worktree)
  const place = await basePlace(run, worktree)
  if (place === null) throw new GitError(notCheckedOut(worktree))
  const ask = at(place)
  const count = await run(['rev-list', '--count', `refs/heads/${branch}`, '^HEAD', '--'], ask)
  const commits = Number(gitText(count))
  if (commits === 0) return { state: 'done', commits }
  // Tried in memory first: a merge that would conflict is not begun.
  const tried = ['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', 'HEAD']
  const trial = await run([...tried, `refs/heads/${branch}`], { ...ask, patience: longWork, codes: [1] })
  if (trial.code === 1) return { state: 'conflicts', files: fieldsOf(trial).slice(1, mostNamed + 1) }
  const plain = ['--quiet', '--no-edit', '--no-verify', '--no-gpg-sign', '--no-autostash', '--strategy=ort']
  const merge = ['merge', ...plain, '-m', `Merge ${branch}`]
  const who = [...(await asWhom(run, ask)), ...withoutMergeOptions(base)]
  try {
    await run([...who, ...merge, `refs/heads/${branch}`], { ...ask, patience: longWork })
  } catch (error) {
    // Nothing half done stays; where the merge was not begun there is nothing to give up.
    await run(['merge', '--abort'], { ...ask, codes: [128] })
    throw error
  }
  return { state: 'done', commits }
}

/** Settings can name a strategy, which is a program. A branch with an equals sign cannot be set so. */
const withoutMergeOptions = (base: string | null): readonly string[] =>
  base === null || base.includes('=') ? [] : ['-c', `branch.${base}.mergeOptions=`]

/** Removes the folder and the branch, whatever is in them; what is gone already is no mistake. */
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
