import * as fs from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { GitFolders, Worktree } from '../../contract/folders/changes.ts'
import { GitError, type GitPlace, type RunGit } from '../../ports/git.ts'
import { isSameFolder, realFolder } from '../folder/folder-identity.ts'
import { readShortText } from '../folder/foreign-file.ts'

/** Bytes; git's files have one line. */
const longest = 8192

/** `main`: the checkout from which the worktree was made. */
interface WorktreePlaces {
  readonly tree: GitPlace
  readonly main: GitPlace
}

/** Records the git directories of a new worktree. */
export async function noteFolders(run: RunGit, main: string, path: string): Promise<GitFolders> {
  const ask = async (cwd: string, what: string) => {
    const { out } = await run(['rev-parse', '--path-format=absolute', what], { cwd })
    return realFolder(out.toString('utf8').replace(/\r?\n$/, ''))
  }
  const own = await ask(path, '--git-dir')
  return { own, common: await ask(path, '--git-common-dir'), main: await ask(main, '--git-dir') }
}

/**
 * Checks the places of a worktree, because an agent can change its files and so redirect git to another
 * repository. Throws `GitError` when anything points elsewhere than at its creation.
 */
export function checkedPlaces(worktree: Worktree): WorktreePlaces {
  const { path } = worktree
  const { own, common, main } = worktree.git ?? foundFolders(worktree)
  const tree = checkedTree(path, own, common)
  return { tree, main: mainPlace(worktree.repository, main, common) }
}

/** The worktree itself may be gone. */
export function checkedMain(worktree: Worktree): GitPlace {
  const { common, main } = worktree.git ?? foundCommon(worktree)
  return mainPlace(worktree.repository, main, common)
}

export function checkedSibling(path: string, { commonFolder }: GitPlace): GitPlace {
  return checkedTree(realFolder(path), ownFolderOf(path, commonFolder), commonFolder)
}

function mainPlace(workTree: string, gitFolder: string, commonFolder: string): GitPlace {
  for (const folder of [workTree, gitFolder, commonFolder])
    if (!isPlainFolder(folder))
      throw new GitError(`${folder} is not the folder any more that it was when the worktree was made.`)
  return { workTree, gitFolder, commonFolder }
}

function checkedTree(path: string, own: string, common: string): GitPlace {
  if (!isPlainFolder(path)) throw leadsAway(`${path} is not a folder of its own any more`)
  const pointer = join(path, '.git')
  const [, led = ''] = /^gitdir: ([^\r\n]+)/.exec(textOf(pointer)) ?? []
  if (led === '') throw leadsAway(`${pointer} is not the file any more that git put there`)
  if (!isSameFolder(resolve(path, led), own)) throw leadsAway(`${pointer} leads to ${resolve(path, led)}`)
  if (!isPlainFolder(own) || dirname(own) !== join(common, 'worktrees'))
    throw leadsAway(`${own} is not a folder of that repository`)
  const shared = resolve(own, lineOf(join(own, 'commondir')))
  if (!isSameFolder(shared, common)) throw leadsAway(`${join(own, 'commondir')} leads to ${shared}`)
  if (!isSameFolder(leadsBackTo(own), path)) throw leadsAway(`${join(own, 'gitdir')} leads to another folder`)
  // Git would write through a link, such as one in place of the index.
  const link = fs.readdirSync(own, { withFileTypes: true }).find((entry) => entry.isSymbolicLink())
  if (link) throw leadsAway(`${join(own, link.name)} is a link`)
  return { workTree: path, gitFolder: own, commonFolder: common }
}

const leadsAway = (what: string): GitError =>
  new GitError(
    `${what}: Janus asks git nothing there, and changes no other repository than the one it was made from.`,
  )

/** For worktrees of versions that recorded nothing: asks the repository, never the worktree's own files. */
function foundFolders(worktree: Worktree): GitFolders {
  const { common, main } = foundCommon(worktree)
  return { own: ownFolderOf(worktree.path, common), common, main }
}

function foundCommon({ repository, branch }: Worktree): Omit<GitFolders, 'own'> {
  const git = join(repository, '.git')
  if (isPlainFolder(git)) return { common: git, main: git }
  throw new GitError(
    `This worktree was made before Janus noted its repository, and ${git} is no plain folder: merge ${branch} yourself, in ${repository}.`,
  )
}

/** Finds the repository's directory for one worktree. */
function ownFolderOf(path: string, common: string): string {
  const all = join(common, 'worktrees')
  const names = fs.existsSync(all) ? fs.readdirSync(all) : []
  const found = names.filter((name) => isSameFolder(leadsBackTo(join(all, name)), path))
  const [name] = found
  if (name === undefined || found.length > 1) throw leadsAway(`${path} is no worktree of ${dirname(common)}`)
  return join(all, name)
}

/** Returns the worktree path that git's directory records. */
const leadsBackTo = (own: string): string => dirname(resolve(own, lineOf(join(own, 'gitdir'))))

/** Whether the path is a folder without links on the way; ignores case where the system does. */
function isPlainFolder(path: string): boolean {
  const stat = fs.lstatSync(path, { throwIfNoEntry: false })
  return stat?.isDirectory() === true && relative(fs.realpathSync(path), path) === ''
}

const textOf = (path: string): string => readShortText(path, { most: longest, links: 'refuse' })
const lineOf = (path: string): string => textOf(path).replace(/\r?\n$/, '')
