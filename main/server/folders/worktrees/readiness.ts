import type { Worktree } from '../../../contract/folders/changes.ts'
import {
  pickPorts,
  portVariables,
  type PortRange,
  type WorktreeCommand,
  worktreeFiles,
  worktreeLimits,
  type RunPhase,
} from '../../../contract/folders/worktree-runs.ts'
import { isInFolder } from '../../../adapters/folder/folder-identity.ts'
import type { State } from '../../../core/step/state.ts'
import type { RunPlan } from '../../../core/worktrees/worktree-commands.ts'
import { GitError } from '../../../ports/git.ts'
import type { RequestContext } from '../../api/request-context.ts'
import { z } from 'zod'
import { explain } from '../../../contract/api/explain.ts'
import { parseJson } from '../../../contract/api/parse-json.ts'
import type { Settings } from '../../../contract/app/settings.ts'

type ConfigParts = Pick<RequestContext, 'workspace' | 'settings'>

const configOf = ({ workspace, settings }: ConfigParts, repository: string): WorktreeConfig | string =>
  readConfig(workspace.worktreeTools.config(repository), settings.values())

/** Copies the configured files into a worktree and returns the command to run there. */
export async function planSetup(parts: ConfigParts, { repository, path }: Worktree): Promise<RunPlan> {
  const { workspace } = parts
  const config = configOf(parts, repository)
  const wanted = typeof config === 'string' ? null : config.commands.setup
  const { command, from }: WorktreeCommand = wanted ?? { command: '', from: 'repository' }
  const copied = await copyIncluded(workspace, repository, path)
  const problem = typeof config === 'string' ? config : copied
  return { command, from, isApproved: workspace.worktreeTools.isApproved(repository, command), problem }
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

/**
 * The command to run before a worktree is removed, or null. A string says why the configuration cannot be
 * read.
 */
export function cleanupOf(parts: ConfigParts, { repository }: Worktree): WorktreeCommand | string | null {
  const config = configOf(parts, repository)
  return typeof config === 'string' ? config : config.commands.teardown
}

/** Ports of no other worktree on which nothing listens now; null: none wanted, or none left. */
export async function freePorts(
  parts: ConfigParts & Pick<RequestContext, 'engine'>,
  repository: string,
): Promise<PortRange | null> {
  const { engine, workspace } = parts
  const { worktreePortBase: base, worktreePorts } = parts.settings.values()
  const config = configOf(parts, repository)
  const count = typeof config === 'string' ? worktreePorts : config.ports
  if (count === 0) return null
  const taken = new Set<number>()
  while (true) {
    const range = pickPorts({ base, count }, usedPorts(engine.state), taken)
    if (range === null) return null
    const busy = await busyPorts(workspace, range)
    // Another worktree may have got this range meanwhile; nothing runs between this check and the command.
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

/** Variables with the ports of the worktree that contains the folder. */
export function portsIn({ agents }: State, folder: string): Readonly<Record<string, string>> {
  for (const { agent } of agents.values())
    if (agent.worktree?.ports && isInFolder(agent.worktree.path, folder))
      return portVariables(agent.worktree.ports)
  return {}
}

export const runVariables = ({ path, repository, ports }: Worktree): Readonly<Record<string, string>> => ({
  JANUS_WORKTREE: path,
  JANUS_REPOSITORY: repository,
  ...(ports ? portVariables(ports) : {}),
})

/**
 * Commands must be fully visible to the user who approves them: no control or format characters except line
 * breaks and tabs.
 */
const command = z
  .string()
  .max(worktreeLimits.command)
  .refine((text) => text.trim() !== '', 'a command is not empty: leave it out')
  .refine((text) => !/[^\P{C}\n\t]/u.test(text), 'a command has no invisible characters')

const shape = z.strictObject({
  setup: command.optional(),
  teardown: command.optional(),
  ports: z.int().min(0).max(worktreeLimits.ports).optional(),
})

/** From the repository, or else from the user's settings. */
export interface WorktreeConfig {
  readonly commands: Readonly<Record<RunPhase, WorktreeCommand | null>>
  readonly ports: number
}

type ConfigSettings = Pick<Settings, 'worktreeSetup' | 'worktreeTeardown' | 'worktreePorts'>

/**
 * Parses `.janus/worktree.json` (null: there is none); its fields override the user's settings. Returns a
 * string that says why it cannot be used.
 */
export function readConfig(text: string | null, settings: ConfigSettings): WorktreeConfig | string {
  const own = text === null ? {} : parse(text)
  if (typeof own === 'string') return `${worktreeFiles.config}: ${own}`
  const commandOf = (of: string | undefined, usual: string): WorktreeCommand | null => {
    if (of !== undefined) return { command: of, from: 'repository' }
    return usual === '' ? null : { command: usual, from: 'user' }
  }
  return {
    commands: {
      setup: commandOf(own.setup, settings.worktreeSetup),
      teardown: commandOf(own.teardown, settings.worktreeTeardown),
    },
    ports: own.ports ?? settings.worktreePorts,
  }
}

function parse(text: string): z.infer<typeof shape> | string {
  const json = parseJson(text)
  if (json === undefined) return 'It is not valid JSON, or cannot be read.'
  const read = shape.safeParse(json)
  return read.success ? read.data : explain(read.error, json, shape)
}
