import type { Worktree } from '../../../contract/folders/changes.ts'
import {
  pickPorts,
  portVariables,
  type PortRange,
  type WorktreeCommand,
} from '../../../contract/folders/worktree-runs.ts'
import { isInFolder } from '../../../adapters/folder/folder-identity.ts'
import type { State } from '../../../core/step/state.ts'
import type { RunPlan } from '../../../core/worktrees/worktree-commands.ts'
import { GitError } from '../../../ports/git.ts'
import type { RequestContext } from '../../api/request-context.ts'
import { readConfig } from './config.ts'

/** Copies what the repository names into a worktree, and says what is to run there. */
export async function planSetup(
  { workspace, settings }: Pick<RequestContext, 'workspace' | 'settings'>,
  { repository, path }: Worktree,
): Promise<RunPlan> {
  const { worktreeTools: tools } = workspace
  const config = readConfig(repository, settings.values())
  const wanted = typeof config === 'string' ? null : config.commands.setup
  const { command, from }: WorktreeCommand = wanted ?? { command: '', from: 'repository' }
  const copied = await copyIncluded(workspace, repository, path)
  const problem = typeof config === 'string' ? config : copied
  return { command, from, isApproved: tools.isApproved(repository, command), problem }
}

async function copyIncluded(
  { git, worktreeTools }: RequestContext['workspace'],
  repository: string,
  path: string,
): Promise<string | null> {
  try {
    return await worktreeTools.copy(repository, path, await git.included(repository))
  } catch (error) {
    if (error instanceof GitError) return error.message
    throw error
  }
}

/** What runs before a worktree is removed; null: nothing. A string says why that cannot be read. */
export function cleanupOf(
  { settings }: Pick<RequestContext, 'settings'>,
  { repository }: Worktree,
): WorktreeCommand | string | null {
  const config = readConfig(repository, settings.values())
  return typeof config === 'string' ? config : config.commands.teardown
}

/** A range of ports that no other worktree has and nobody listens on now; null: none is wanted, or left. */
export async function freePorts(
  { engine, workspace, settings }: Pick<RequestContext, 'engine' | 'workspace' | 'settings'>,
  repository: string,
): Promise<PortRange | null> {
  const { worktreePortBase: base, worktreePorts } = settings.values()
  const config = readConfig(repository, settings.values())
  const count = typeof config === 'string' ? worktreePorts : config.ports
  if (count === 0) return null
  const taken = new Set<number>()
  while (true) {
    const range = pickPorts({ base, count }, usedPorts(engine.state), taken)
    if (range === null) return null
    const busy = await busyPorts(workspace, range)
    // Another worktree may have got this range meanwhile; from here to the command nothing else happens.
    if (busy.length === 0 && isStillFree(engine.state, range)) return range
    for (const port of busy) taken.add(port)
  }
}

const isStillFree = (state: State, { first, count }: PortRange): boolean =>
  pickPorts({ base: first, count }, usedPorts(state), new Set())?.first === first

async function busyPorts(
  { worktreeTools }: RequestContext['workspace'],
  { first, count }: PortRange,
): Promise<readonly number[]> {
  const ports = Array.from({ length: count }, (_, at) => first + at)
  const free = await Promise.all(ports.map((port) => worktreeTools.isPortFree(port)))
  return ports.filter((_, at) => !free[at])
}

const usedPorts = ({ agents }: State): readonly PortRange[] =>
  [...agents.values()].flatMap(({ agent }) => agent.worktree?.ports ?? [])

/** The variables of the ports of the worktree that a folder lies in. */
export function portsIn({ agents }: State, folder: string): Readonly<Record<string, string>> {
  for (const { agent } of agents.values())
    if (agent.worktree?.ports && isInFolder(agent.worktree.path, folder))
      return portVariables(agent.worktree.ports)
  return {}
}

/** The variables that a command of a worktree gets. */
export const runVariables = ({ path, repository, ports }: Worktree): Readonly<Record<string, string>> => ({
  JANUS_WORKTREE: path,
  JANUS_REPOSITORY: repository,
  ...(ports ? portVariables(ports) : {}),
})
