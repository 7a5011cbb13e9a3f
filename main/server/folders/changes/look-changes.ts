import { createHash } from 'node:crypto'
import { isAbsolute, relative, sep } from 'node:path'
import { isBelow, realFolder } from '../../../adapters/folder/folder-identity.ts'
import type {
  ChangedFile,
  ChangeList,
  ChangeSpan,
  FileChange,
  Worktree,
} from '../../../contract/folders/changes.ts'
import { pick } from '../../../contract/api/pick.ts'
import { RefusedError } from '../../../contract/api/errors.ts'
import type { AgentId, TurnId } from '../../../contract/api/model.ts'
import type { FileNow, WorkingFiles } from '../../../ports/changes.ts'
import { GitError, type Git } from '../../../ports/git.ts'
import type { Store } from '../../../ports/ports.ts'
import {
  spansOf,
  fileHistory,
  wholePath,
  type FileStory,
  type Restore,
  type SpanEdits,
} from './agent-changes.ts'
import { commitStory } from './commit-changes.ts'
import { editsIn, type Edit } from './edits.ts'
import { countLines } from './line-hunks.ts'

const mostRead = 300
/** Bytes. */
const longestRead = 1024 * 1024

interface ChangeSources {
  readonly store: Pick<Store, 'edits' | 'entries'>
  readonly git: Pick<Git, 'repository' | 'changes' | 'committed' | 'foreign'>
  readonly workingFiles: WorkingFiles
}

export interface Whose {
  readonly id: AgentId
  readonly cwd: string
  readonly worktree?: Worktree | null
}

/** `restore`: the files to write to revert it. */
export interface Looked {
  readonly change: FileChange
  readonly restore: readonly (Restore & { readonly now: FileNow })[]
  /** For an agent's change: its first row, and whether a single turn made it. */
  readonly since: number | undefined
  readonly isOneTurn: boolean
}

export async function listChanges(
  sources: ChangeSources,
  agent: Whose,
  span: ChangeSpan,
): Promise<ChangeList> {
  let noGit = await foreignWords(sources, agent)
  const repository = noGit === '' ? await sources.git.repository(agent.cwd, (words) => (noGit = words)) : null
  const hasGit = repository !== null
  const list =
    span.of === 'commit'
      ? await sinceCommit(sources, agent, hasGit, noGit)
      : byAgent(sources, agent, span, hasGit)
  const sum = (of: 'added' | 'removed') => list.files.reduce((all, file) => all + (file[of] ?? 0), 0)
  return { ...list, added: sum('added'), removed: sum('removed'), hasGit }
}

/** Why git must not be run in the agent's worktree; empty: it may. */
const foreignWords = async ({ git }: ChangeSources, { worktree }: Whose): Promise<string> =>
  (worktree && (await orRefuse(git.foreign(worktree)))) || ''

type Listed = Pick<ChangeList, 'files' | 'isPart' | 'remark'>

async function sinceCommit(
  sources: ChangeSources,
  { cwd }: Whose,
  hasGit: boolean,
  noGit: string,
): Promise<Listed> {
  if (!hasGit) {
    const why = noGit === '' ? 'This folder is in no git repository' : noGit.replace(/\.$/, '')
    return { files: [], isPart: false, remark: `${why}: there is no commit to compare with.` }
  }
  const { changes, isPart } = await orRefuse(sources.git.changes(cwd))
  const files = changes.map((change, at): ChangedFile => {
    const { path, kind, from, added, removed } = change
    const counts = change.isUntracked && at < mostRead ? untracked(sources, cwd, path) : { added, removed }
    return { path, kind, from, ...counts }
  })
  return { files, isPart, remark: '' }
}

function untracked({ workingFiles }: ChangeSources, cwd: string, path: string) {
  const now = workingFiles.read(cwd, path)
  return now.kind === 'text' ? { added: countLines(now.text), removed: 0 } : { added: null, removed: null }
}

function byAgent(sources: ChangeSources, agent: Whose, span: ChangeSpan, hasGit: boolean): Listed {
  const spans = [...agentSpans(sources, agent, span)]
  const files = spans.slice(0, mostRead).flatMap(([path, of]): ChangedFile[] => {
    const shown = shownPath(agent.cwd, path)
    const story = fileHistory(of, readIn(sources, agent.cwd, path), shown)
    return story ? [changedFile(shown, story)] : []
  })
  const remark = hasGit
    ? ''
    : 'The folder is in no git repository: these are the changes of the agent’s own edits. What commands changed is not known.'
  return { files, isPart: spans.length > mostRead, remark: files.length === 0 ? '' : remark }
}

const changedFile = (path: string, story: FileStory): ChangedFile => ({
  path,
  ...pick(story, ['kind', 'from', 'added', 'removed']),
})

function agentSpans(
  { store }: ChangeSources,
  { id, cwd }: Whose,
  span: ChangeSpan,
): ReadonlyMap<string, SpanEdits> {
  const all = editsIn(store.edits(id), cwd)
  if (span.of !== 'turn') return spansOf(all, () => true)
  const turn = turnOf(store, id, span.n, all)
  return spansOf(all, (edit) => edit.turn !== null && edit.turn === turn)
}

/** The turn of row `n`, else the newest with edits. */
function turnOf(
  store: ChangeSources['store'],
  id: AgentId,
  n: number | undefined,
  all: readonly Edit[],
): TurnId | null {
  if (n === undefined) return all.findLast(({ turn }) => turn !== null)?.turn ?? null
  return store.entries(id, n + 1, 1).find((entry) => entry.n === n)?.turn ?? null
}

/** Relative to the folder with `/`, else absolute. */
export function shownPath(cwd: string, written: string): string {
  const path = wholePath(cwd, written)
  for (const folder of new Set([cwd, realFolder(cwd)])) {
    const below = relative(folder, path)
    if (below !== '' && isBelow(folder, path)) return below.split(sep).join('/')
  }
  return path
}

/** Files outside the folder are not read. */
export function readIn(
  { workingFiles }: Pick<ChangeSources, 'workingFiles'>,
  cwd: string,
  path: string,
): FileNow {
  const shown = shownPath(cwd, path)
  if (isAbsolute(shown)) return { kind: 'unfit', why: 'It lies outside of the agent’s folder.' }
  return workingFiles.read(cwd, shown)
}

/** Throws `RefusedError` if the file is not changed in the span. */
export async function lookChange(
  sources: ChangeSources,
  agent: Whose,
  span: ChangeSpan,
  path: string,
): Promise<Looked> {
  const { workingFiles } = sources
  const found =
    span.of === 'commit' ? await commitFile(sources, agent, path) : agentFile(sources, agent, span, path)
  if (found === null)
    throw new RefusedError({ code: 'not_found', message: `${path} is not changed any more.` })
  const { story, since, isOneTurn } = found
  const { restore, hunks, isInParts, remark } = story
  const restores = typeof restore === 'string' ? [] : restore
  const withNow = restores.map((one) => ({ ...one, now: workingFiles.read(agent.cwd, one.path) }))
  const revert: FileChange['revert'] =
    typeof restore === 'string'
      ? { can: false, why: restore }
      : { can: true, hash: hashOf(agent, span, withNow), loses: losesOf(story) }
  return {
    change: { ...changedFile(path, story), hunks, isInParts, remark, revert },
    restore: withNow,
    since,
    isOneTurn,
  }
}

type Story = Pick<Looked, 'since' | 'isOneTurn'> & { readonly story: FileStory }

async function commitFile(sources: ChangeSources, agent: Whose, path: string): Promise<Story | null> {
  const { git, workingFiles } = sources
  const { cwd } = agent
  const foreign = await foreignWords(sources, agent)
  if (foreign !== '') throw new RefusedError({ code: 'wrong_state', message: foreign })
  const { changes } = await orRefuse(git.changes(cwd))
  const change = changes.find((one) => one.path === path)
  if (!change) return null
  const old =
    change.kind === 'added' ? null : await orRefuse(git.committed(cwd, change.from ?? path, longestRead))
  return { story: commitStory(change, old, workingFiles.read(cwd, path)), since: undefined, isOneTurn: false }
}

function agentFile(sources: ChangeSources, agent: Whose, span: ChangeSpan, path: string): Story | null {
  const { cwd } = agent
  const spans = agentSpans(sources, agent, span)
  const whole = [...spans.keys()].find((one) => shownPath(cwd, one) === path || one === wholePath(cwd, path))
  const of = whole === undefined ? undefined : spans.get(whole)
  if (whole === undefined || of === undefined) return null
  const story = fileHistory(of, readIn(sources, cwd, whole), shownPath(cwd, whole))
  const [first] = of.edits
  return story && { story, since: first?.n, isOneTurn: of.edits.every(({ turn }) => turn === first?.turn) }
}

/** What a revert does, for the user. */
function losesOf({ kind, added, removed, from }: FileStory): string {
  if (kind === 'added') return 'The file is removed.'
  if (kind === 'deleted') return 'The file comes back.'
  if (added === null || removed === null)
    return from === null ? 'It becomes what it was.' : `It is called ${from} again.`
  const lines = (count: number) => (count === 1 ? '1 line' : `${count} lines`)
  const counts = [
    ...(added > 0 ? [`Removes ${lines(added)}`] : []),
    ...(removed > 0 ? [added > 0 ? `restores ${removed}` : `Restores ${lines(removed)}`] : []),
  ].join(', ')
  if (from === null) return `${counts || 'It becomes what it was'}.`
  return counts === '' ? `It is called ${from} again.` : `${counts}; it is called ${from} again.`
}

/** Identifies what was shown: folder, span, and contents before and after. */
function hashOf({ id, cwd }: Whose, span: ChangeSpan, restore: Looked['restore']): string {
  const hash = createHash('sha256').update(JSON.stringify([id, cwd, span]))
  for (const { path, bytes, now } of restore) {
    hash.update(JSON.stringify([path, bytes?.length ?? -1, now.kind]))
    if (bytes) hash.update(bytes)
    if ('bytes' in now) hash.update(now.bytes)
  }
  return hash.digest('hex')
}

/** Turns a `GitError` into a refusal. */
export async function orRefuse<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof GitError) throw new RefusedError({ code: 'unavailable', message: error.message })
    throw error
  }
}
