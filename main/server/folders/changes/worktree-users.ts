import { isInFolder } from '../../../adapters/folder/folder-identity.ts'
import type { Worktree } from '../../../contract/folders/changes.ts'
import type { AgentState } from '../../../core/step/state.ts'
import type { FolderProcess } from '../../../ports/processes.ts'
import type { RequestContext } from '../../api/request-context.ts'

/** Who works in a worktree besides the agent that it was made for. */
interface WorktreeUsers {
  /** Names of open tabs whose folder lies in it: a fork, or one that was given that folder. */
  readonly others: readonly string[]
  /** Terminals, and commands that the program of an agent has left running. */
  readonly processes: readonly FolderProcess[]
}

/** Looks for them by their folders, however these are spelled. */
export async function usersOf(
  { engine, workspace }: RequestContext,
  { agent }: AgentState,
  { path }: Worktree,
): Promise<WorktreeUsers> {
  const tabs = [...engine.state.agents.values()].flatMap(({ agent: one }) =>
    one.id !== agent.id && one.closedAt === null && isInFolder(path, one.cwd) ? [one] : [],
  )
  // The program of a tab, and what serves it, ends with that tab. A command has a group of its own.
  const ending = new Set([agent, ...tabs].map(({ process }) => process?.pid))
  const found = await workspace.processesIn(path)
  return {
    others: tabs.map(({ name }) => name),
    processes: found.filter(({ group }) => !ending.has(group)),
  }
}

/** Why nothing may be removed while they work there; empty: nobody does. */
export function usersWords({ others, processes }: WorktreeUsers): string {
  if (others.length > 0) return `${others.join(', ')} works there too. Close that tab first.`
  const [first, ...more] = processes.map(({ name, pid }) => `${name} (process ${pid})`)
  if (first === undefined) return ''
  const all = more.length === 0 ? `${first} works` : `${[first, ...more.slice(0, 4)].join(', ')} work`
  return `${all} there. End what runs there first: a command, or a terminal.`
}
