import { realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Worktree } from '../../contract/changes.ts'
import { GitError, type BranchState, type Merged, type Repository, type RunGit } from '../../git-port.ts'

/** How long a checkout or a merge may take, in ms. */
const longWork = 120_000
/** Most files and commits that are named. */
const mostNamed = 20

const linesOf = (out: Buffer): string[] =>
  out
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
const fieldsOf = (out: Buffer): string[] =>
  out
    .toString('utf8')
    .split('\0')
    .filter((field) => field !== '')

/** A branch of that name is there. */
export async function hasBranch(run: RunGit, cwd: string, branch: string): Promise<boolean> {
  const { code } = await run(['show-ref', '--verify', '--quiet', `refs/heads/${branch}`], { cwd, codes: [1] })
  return code === 0
}

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
  return { path: realpathSync(path), branch, repository: main, base, commit }
}

/** What is not committed there, and the commits that are on its branch alone. */
export async function stateOf(run: RunGit, worktree: Worktree): Promise<BranchState> {
  const { path, repository, branch, base, commit } = worktree
  const inIt = { cwd: path }
  const [changed, others, log, count] = await Promise.all([
    run(
      ['diff', '--name-only', '--no-ext-diff', '--no-textconv', '--ignore-submodules=all', '-z', 'HEAD'],
      inIt,
    ),
    run(['ls-files', '--others', '--exclude-standard', '-z'], inIt),
    ...aheadOf(run, repository, branch, base ?? commit, commit),
  ])
  return {
    files: [...fieldsOf(changed.out), ...fieldsOf(others.out)].toSorted(),
    commits: linesOf(log.out),
    ahead: Number(count.out.toString('utf8')),
  }
}

/** The branch from which it was made may be gone: then what came after its first commit counts. */
function aheadOf(run: RunGit, cwd: string, branch: string, base: string, commit: string) {
  const ask = { cwd, codes: [128] }
  const either = async (args: readonly string[]) => {
    const first = await run([...args, `refs/heads/${branch}`, `^refs/heads/${base}`, '--'], ask)
    return first.code === 0 ? first : run([...args, `refs/heads/${branch}`, `^${commit}`, '--'], { cwd })
  }
  return [
    either(['log', `-${mostNamed}`, '--format=%s', '--no-show-signature']),
    either(['rev-list', '--count']),
  ] as const
}

/** Who commits, where the person has not told git. */
const somebody = ['-c', 'user.name=Janus', '-c', 'user.email=janus@localhost']

async function asWhom(run: RunGit, cwd: string): Promise<readonly string[]> {
  const { code } = await run(['var', 'GIT_COMMITTER_IDENT'], { cwd, codes: [128] })
  return code === 0 ? [] : somebody
}

/** Commits all that is not committed there. Files that go through a filter, as LFS's do, are for the person: it is not run. */
export async function commitAll(run: RunGit, { path: cwd }: Worktree, words: string): Promise<void> {
  await run(['add', '--all'], { cwd, patience: longWork })
  const { out } = await run(['diff', '--cached', '--name-only', '--no-ext-diff', '-z'], { cwd })
  const files = fieldsOf(out)
  if (files.length === 0) return
  const filtered = await filteredAmong(run, cwd, files)
  if (filtered !== null) {
    await run(['reset', '--quiet'], { cwd })
    throw new GitError(
      `${filtered} goes through a filter of git’s, such as LFS, which Janus does not run. Commit what is there yourself: cd ${cwd}`,
    )
  }
  const who = await asWhom(run, cwd)
  await run([...who, 'commit', '--quiet', '--no-verify', '--no-gpg-sign', '-m', words], {
    cwd,
    patience: longWork,
  })
}

/** The first of these files that has a filter; asked in parts, for a command line has an end. */
async function filteredAmong(run: RunGit, cwd: string, files: readonly string[]): Promise<string | null> {
  for (let at = 0; at < files.length; at += 200) {
    const asked = ['check-attr', '-z', 'filter', '--', ...files.slice(at, at + 200)]
    const fields = (await run(asked, { cwd })).out.toString('utf8').split('\0')
    const found = fields.findIndex((value, n) => n % 3 === 2 && value !== 'unspecified' && value !== 'unset')
    if (found >= 0) return fields[found - 2] ?? ''
  }
  return null
}

/** Where the branch from which it was made is checked out: the repository's folder, or a worktree beside this one; null: nowhere there. */
export async function baseFolder(run: RunGit, { repository, path, base }: Worktree): Promise<string | null> {
  if (base === null) return null
  const { out } = await run(['worktree', 'list', '--porcelain', '-z'], { cwd: repository })
  // A field each: where it is, its commit, its branch; an empty one between two of them.
  const trees = out
    .toString('utf8')
    .split('\0\0')
    .map((tree) => tree.split('\0'))
  const tree = trees.find((fields) => fields.includes(`branch refs/heads/${base}`))
  const folder = tree?.find((field) => field.startsWith('worktree '))?.slice('worktree '.length)
  // Settings can name any folder as a worktree: nothing is merged elsewhere.
  const isOurs = folder === repository || (folder !== undefined && dirname(folder) === dirname(path))
  return isOurs && folder !== undefined ? folder : null
}

/** Why it cannot be brought back by itself. */
export const notCheckedOut = ({ base, branch, repository }: Worktree): string =>
  base === null
    ? `No branch was checked out when it was made. Merge ${branch} yourself, in ${repository}.`
    : `It was made from ${base}, which is not checked out in ${repository} now. Check it out there, or merge ${branch} yourself.`

/** Merges into the branch from which it was made, in the folder where that is checked out. With conflicts nothing is done. */
export async function bringBack(run: RunGit, worktree: Worktree): Promise<Merged> {
  const { branch } = worktree
  const cwd = await baseFolder(run, worktree)
  if (cwd === null) throw new GitError(notCheckedOut(worktree))
  const count = await run(['rev-list', '--count', `refs/heads/${branch}`, '^HEAD', '--'], { cwd })
  const commits = Number(count.out.toString('utf8'))
  if (commits === 0) return { state: 'done', commits }
  // Tried in memory first: a merge that would conflict is not begun.
  const tried = [
    'merge-tree',
    '--write-tree',
    '--name-only',
    '--no-messages',
    '-z',
    'HEAD',
    `refs/heads/${branch}`,
  ]
  const trial = await run(tried, { cwd, patience: longWork, codes: [1] })
  if (trial.code === 1) return { state: 'conflicts', files: fieldsOf(trial.out).slice(1, mostNamed + 1) }
  const words = `Merge ${branch}`
  const merge = [
    'merge',
    '--quiet',
    '--no-edit',
    '--no-verify',
    '--no-gpg-sign',
    '--no-autostash',
    '-m',
    words,
  ]
  const who = await asWhom(run, cwd)
  try {
    await run([...who, ...merge, `refs/heads/${branch}`], { cwd, patience: longWork })
  } catch (error) {
    // Nothing half done stays; where the merge was not begun there is nothing to give up.
    await run(['merge', '--abort'], { cwd, codes: [128] })
    throw error
  }
  return { state: 'done', commits }
}

/** Removes the folder and the branch, whatever is in them; what is gone already is no mistake. */
export async function removeWorktree(
  run: RunGit,
  { repository: cwd, path, branch }: Worktree,
): Promise<void> {
  const removed = await run(['worktree', 'remove', '--force', '--force', '--', path], {
    cwd,
    patience: longWork,
    codes: [128],
  })
  if (removed.code !== 0) await run(['worktree', 'prune'], { cwd })
  if (await hasBranch(run, cwd, branch)) await run(['branch', '-D', '--quiet', '--', branch], { cwd })
}
