import { existsSync } from 'node:fs'
import type { AgentSummary } from '../../../contract/agents/agent-summary.ts'
import type { AgentId } from '../../../contract/api/model.ts'
import type { RequestInput } from '../../../contract/api/requests.ts'
import type { Worktree } from '../../../contract/folders/changes.ts'
import { runProblemWords, type WorktreeCommand } from '../../../contract/folders/worktree-runs.ts'
import type { Command } from '../../../core/step/events.ts'
import { agentSummary } from '../../agents/views.ts'
import { findAgent, mustFind, refused, type RequestContext } from '../../api/request-context.ts'
import { cleanupOf, planSetup } from './readiness.ts'

export async function setUp(
  parts: RequestContext,
  { agent: ref, action, command: shown }: RequestInput<'worktrees.setUp'>,
): Promise<AgentSummary> {
  const { id: agent, worktree } = findAgent(parts, ref).state.agent
  if (worktree === null) throw refused('wrong_state', 'This agent has no worktree of its own.')
  const command = await actionOf(parts, { agent, worktree }, action, shown)
  await parts.engine.command(command)
  if (command.type === 'setup.approved')
    parts.workspace.worktreeTools.approve(worktree.repository, command.command)
  return agentSummary(parts.engine.state, mustFind(parts.engine, agent), {}, 'user')
}

async function actionOf(
  parts: RequestContext,
  { agent, worktree }: { readonly agent: AgentId; readonly worktree: Worktree },
  action: RequestInput<'worktrees.setUp'>['action'],
  command: string | undefined,
): Promise<Command> {
  switch (action) {
    case 'run':
      if (command === undefined)
        throw refused('bad_request', 'Say the command that you approve, as it was shown.')
      return { type: 'setup.approved', agent, command }
    case 'skip':
      return { type: 'setup.skipped', agent }
    case 'stop':
      return { type: 'worktree.stopped', agent }
    case 'again': {
      if (!existsSync(worktree.path)) throw refused('not_found', `There is no folder ${worktree.path}.`)
      return { type: 'worktree.planned', agent, phase: 'setup', plan: await planSetup(parts, worktree) }
    }
  }
}

/** Approves the teardown command by its text, or removes the worktree without it. */
export interface CleanupConsent {
  readonly teardown?: string | undefined
  readonly anyway?: boolean | undefined
}

const stays = 'The worktree was not removed.'

/** Returns the approved command to run before removal, or null if there is none. Refuses without approval. */
export function approvedCleanup(
  parts: RequestContext,
  worktree: Worktree,
  { teardown, anyway = false }: CleanupConsent,
): WorktreeCommand | null {
  if (anyway || !existsSync(worktree.path)) return null
  const cleanup = cleanupOf(parts, worktree)
  if (typeof cleanup === 'string') throw refused('wrong_state', `${cleanup} ${stays}`)
  if (cleanup === null || teardown === cleanup.command) return cleanup
  throw refused(
    'wrong_state',
    `Before it is removed this command runs: ${cleanup.command} — approve it by exactly this text (teardown), or remove the worktree without it (anyway). ${stays}`,
  )
}

/** Characters of a failed command's output in the error. */
const mostQuoted = 600

/** Runs the approved command; refuses if it fails. `outcome`: a sentence with the resulting state. */
export async function cleanUp(
  parts: RequestContext,
  agent: AgentId,
  approved: WorktreeCommand | null,
  outcome = stays,
): Promise<void> {
  const { closedAt, worktree } = mustFind(parts.engine, agent).agent
  // The teardown has closed the tab already; only the removal failed before.
  const isClean = closedAt !== null && worktree?.teardown?.state === 'done'
  if (approved === null || isClean) return
  const plan = { ...approved, isApproved: true, problem: null }
  await parts.engine.command({ type: 'worktree.planned', agent, phase: 'teardown', plan })
  const run = await parts.worktreeRuns.settled(agent, 'teardown')
  if (run?.state === 'done') return
  const why = run?.problem ? runProblemWords(run.problem, 'teardown') : ''
  const said = run?.output.trim().slice(-mostQuoted) ?? ''
  const quoted = said === '' ? '' : ` It wrote: ${said}`
  throw refused('unavailable', `The teardown command failed. ${why} ${outcome}${quoted}`)
}
