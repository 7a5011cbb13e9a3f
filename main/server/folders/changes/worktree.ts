import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import type { BroughtBack, Worktree, WorktreeLook, WorktreePlan } from '../../../contract/folders/changes.ts'
import type { AgentSummary } from '../../../contract/agents/agent-summary.ts'
import { GitError, type Repository } from '../../../ports/git.ts'
import { isBelow, isInFolder, realFolder } from '../../../adapters/folder/folder-identity.ts'
import type { AgentState } from '../../../core/step/state.ts'
import { mustFind, refused, type RequestContext } from '../../api/request-context.ts'
import { agentAfter } from '../../agents/agents-requests.ts'
import { isActive } from '../../../contract/folders/worktree-runs.ts'
import { plannedRun } from '../../../core/worktrees/worktrees.ts'
import { cleanupOf, freePorts, planSetup } from '../worktrees/readiness.ts'
import { approvedCleanup, cleanUp, type CleanupConsent } from '../worktrees/worktree-requests.ts'
import { orRefuse } from './look-changes.ts'
import type { FolderProcess } from '../../../ports/processes.ts'

interface Place {
  readonly repository: Repository
  readonly path: string
  readonly branch: string
}

/** Where a worktree for an agent of that name, which works in `folder`, would be. */
export async function planWorktree(
  parts: RequestContext,
  folder: string,
  name: string,
): Promise<WorktreePlan> {
  const place = await placeFor(parts, folder, name)
  if (typeof place === 'string') return { can: false, why: place, folder }
  const { path, branch, repository } = place
  const { changes } = await orRefuse(parts.workspace.git.changes(repository.top))
  return { can: true, path, branch, base: repository.branch, uncommitted: changes.length, folder }
}

async function placeFor(parts: RequestContext, folder: string, name: string): Promise<Place | string> {
  const { workspace } = parts
  const foreign = await foreignAround(parts, folder)
  if (foreign !== null) return foreign
  let why = 'This folder is in no git repository.'
  const repository = await workspace.git.repository(folder, (words) => (why = words))
  if (repository === null) return why
  if (repository.commit === null) return 'This repository has no commit yet: a worktree begins from one.'
  const stem = slugOf(name)
  for (let n = 1; ; n++) {
    const slug = n === 1 ? stem : `${stem}-${n}`
    const path = join(workspace.worktrees, slugOf(basename(repository.main)), slug)
    const branch = `janus/${slug}`
    if (!existsSync(path) && !(await orRefuse(workspace.git.hasBranch(folder, branch))))
      return { repository, path, branch }
  }
}

/**
 * A folder in an agent's worktree is only asked of git if its `.git` still leads to the same repository,
 * which would get the branch.
 */
async function foreignAround({ engine, workspace }: RequestContext, folder: string): Promise<string | null> {
  for (const { agent } of engine.state.agents.values())
    if (agent.worktree && isInFolder(agent.worktree.path, folder))
      return orRefuse(workspace.git.foreign(agent.worktree))
  return null
}

/** For branch and folder names: letters and digits of any script, separated by `-`. */
function slugOf(name: string): string {
  const slug = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return Array.from(slug).slice(0, 40).join('') || 'agent'
}

async function makeWorktree(
  parts: RequestContext,
  folder: string,
  name: string,
): Promise<{ readonly worktree: Worktree; readonly cwd: string }> {
  const place = await placeFor(parts, folder, name)
  if (typeof place === 'string') throw refused('wrong_state', `No worktree can be made: ${place}`)
  const { repository, path, branch } = place
  const worktree = await orRefuse(parts.workspace.git.addWorktree(folder, path, branch))
  return { worktree, cwd: cwdIn(repository.top, folder, worktree.path) }
}

/** The corresponding folder in the worktree; its root if there is none. */
function cwdIn(top: string, folder: string, other: string): string {
  const real = realFolder(folder)
  const cwd = join(other, relative(top, real))
  return isBelow(top, real) && existsSync(cwd) ? cwd : other
}

/** Creates a worktree for the tab that `open` opens; removes it if that fails. */
export async function withWorktree<T>(
  parts: RequestContext,
  folder: string,
  name: string,
  open: (made: { readonly worktree: Worktree; readonly cwd: string }) => Promise<T>,
): Promise<T> {
  const { worktree: bare, cwd } = await makeWorktree(parts, folder, name)
  try {
    const plan = await planSetup(parts, bare)
    const setup = plan.command === '' && plan.problem === null ? {} : { setup: plannedRun(plan, undefined) }
    const ports = await freePorts(parts, bare.repository)
    return await open({ worktree: { ...bare, ...setup, ...(ports ? { ports } : {}) }, cwd })
  } catch (error) {
    await parts.workspace.git.removeWorktree(bare)
    throw error
  }
}

function worktreeOf({ agent }: AgentState): Worktree {
  if (agent.worktree) return agent.worktree
  throw refused('wrong_state', `${agent.name} has no worktree of its own.`)
}

export async function lookWorktree(parts: RequestContext, state: AgentState): Promise<WorktreeLook> {
  const worktree = worktreeOf(state)
  const { git } = parts.workspace
  const users = await usersOf(parts, state, worktree)
  const { others } = users
  const foreign = existsSync(worktree.path) ? await orRefuse(git.foreign(worktree)) : null
  const is = !existsSync(worktree.path) ? 'gone' : foreign === null ? 'there' : 'foreign'
  const found = is === 'there' ? await orRefuse(git.stateOf(worktree)) : { files: [], commits: [], ahead: 0 }
  const { files, commits, ahead } = found
  const blocked = busyWords(state) || usersWords(users) || (foreign ?? '')
  const problem =
    blocked || (is === 'gone' ? 'Its folder is gone.' : await orRefuse(git.notBringable(worktree)))
  const cleanup = is === 'gone' ? null : cleanupOf(parts, worktree)
  const { setup: _, teardown: __, ports: ___, ...place } = worktree
  const seen = [place, files, commits, ahead, others, is]
  return {
    worktree,
    state: is,
    uncommitted: files.length,
    files: files.slice(0, 20),
    commits,
    ahead,
    others,
    problem: problem ?? '',
    blocked,
    cleanup: typeof cleanup === 'string' ? null : cleanup,
    hash: createHash('sha256').update(JSON.stringify(seen)).digest('hex'),
  }
}

function busyWords({ agent, turn }: AgentState): string {
  if (turn !== null || agent.status === 'working')
    return `${agent.name} works. Stop it, or wait until its turn has ended.`
  const { setup, teardown } = agent.worktree ?? {}
  const run = [setup, teardown].find((one) => one !== undefined && isActive(one))
  return run ? `\`${run.command}\` is running there. Stop it first.` : ''
}

/** Merges its branch, then closes the tab and removes the worktree. */
export async function mergeAndCloseWorktree(
  parts: RequestContext,
  state: AgentState,
  { commit: isCommitting = false, ...consent }: CleanupConsent & { readonly commit?: boolean | undefined },
): Promise<BroughtBack> {
  const worktree = worktreeOf(state)
  const { git } = parts.workspace
  const { problem, uncommitted } = await lookWorktree(parts, state)
  if (problem !== '') throw refused('wrong_state', problem)
  if (uncommitted > 0 && !isCommitting)
    throw refused(
      'wrong_state',
      `${uncommitted} files there are not committed. Say that they are to go along, or commit them.`,
    )
  const cleanup = approvedCleanup(parts, worktree, consent)
  if (uncommitted > 0) await orRefuse(git.commitAll(worktree, `Work of ${state.agent.name}`))
  const merged = await orRefuse(git.bringBack(worktree))
  if (merged.state === 'conflicts') return merged
  await cleanUp(parts, state.agent.id, cleanup, 'It is merged, but the worktree was not removed.')
  return { state: 'done', agent: await leave(parts, state, worktree), commits: merged.commits }
}

/** Discards the worktree with everything in it, if it is as shown. */
export async function discardWorktree(
  parts: RequestContext,
  state: AgentState,
  { hash, ...consent }: CleanupConsent & { readonly hash: string },
): Promise<AgentSummary> {
  const worktree = worktreeOf(state)
  const look = await lookWorktree(parts, state)
  if (look.blocked !== '') throw refused('wrong_state', look.blocked)
  if (look.hash !== hash)
    throw refused(
      'wrong_state',
      'Something has changed there since it was shown. Look at it again. Nothing was thrown away.',
    )
  await cleanUp(parts, state.agent.id, approvedCleanup(parts, worktree, consent))
  return leave(parts, state, worktree)
}

/** Closes the tab and removes the worktree; a reopened tab works in the repository's own folder. */
async function leave(
  parts: RequestContext,
  { agent }: AgentState,
  worktree: Worktree,
): Promise<AgentSummary> {
  const { engine, workspace } = parts
  // A cleanup takes time, so others may have begun to work there.
  const users = usersWords(await usersOf(parts, mustFind(engine, agent.id), worktree))
  if (users !== '') throw refused('wrong_state', users)
  await engine.command({ type: 'agent.closed', agent: agent.id })
  try {
    await workspace.git.removeWorktree(worktree)
  } catch (error) {
    if (!(error instanceof GitError)) throw error
    throw refused(
      'unavailable',
      `The tab is closed, but its worktree ${worktree.path} could not be removed. ${error.message}`,
    )
  }
  return agentAfter(parts, {
    type: 'agent.changed',
    agent: agent.id,
    cwd: worktree.repository,
    worktree: null,
  })
}

interface WorktreeUsers {
  /** Names of open tabs whose folder is in it: forks, or tabs opened there. */
  readonly others: readonly string[]
  /** Terminals, and commands that an agent's program left running. */
  readonly processes: readonly FolderProcess[]
}

/** Compares folders by identity, not by spelling. */
export async function usersOf(
  { engine, workspace }: RequestContext,
  { agent }: AgentState,
  { path }: Worktree,
): Promise<WorktreeUsers> {
  const tabs = [...engine.state.agents.values()].flatMap(({ agent: one }) =>
    one.id !== agent.id && one.closedAt === null && isInFolder(path, one.cwd) ? [one] : [],
  )
  // A tab's own program and its servers end with the tab; a command has its own process group.
  const ending = new Set([agent, ...tabs].map(({ process }) => process?.pid))
  const found = await workspace.processesIn(path)
  return {
    others: tabs.map(({ name }) => name),
    processes: found.filter(({ group }) => !ending.has(group)),
  }
}

/** Why it cannot be removed now; empty: nobody works there. */
export function usersWords({ others, processes }: WorktreeUsers): string {
  if (others.length > 0) return `${others.join(', ')} works there too. Close that tab first.`
  const [first, ...more] = processes.map(({ name, pid }) => `${name} (process ${pid})`)
  if (first === undefined) return ''
  const all = more.length === 0 ? `${first} works` : `${[first, ...more.slice(0, 4)].join(', ')} work`
  return `${all} there. End what runs there first: a command, or a terminal.`
}
