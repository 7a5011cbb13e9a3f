import type { AgentId } from '../../contract/api/model.ts'
import { isActive, type RunPhase, type WorktreeRun } from '../../contract/folders/worktree-runs.ts'
import { closeTab } from '../agents/tabs.ts'
import type { Extension } from '../extensions.ts'
import { refuse } from '../mail/mailbox.ts'
import type { Answer, Command } from '../step/events.ts'
import type { Agent, AgentState } from '../step/state.ts'
import { isBusy } from '../step/status.ts'
import { isNotStopped } from '../step/stopped.ts'
import type { Step } from '../step/step.ts'
import type { RunPlan, WorktreeReport } from './worktree-commands.ts'

type Of<T extends Command['type']> = Extract<Command, { type: T }>

/**
 * The commands of worktrees. The state decides what runs: the server starts and ends processes to match runs
 * in the state `running`. A command gets there only after the user approved its exact text, now or earlier.
 */
export const worktrees: Extension = {
  commands: {
    'worktree.planned': plan,
    'setup.approved': approve,
    'setup.skipped': skip,
    'worktree.stopped': stop,
  },
  start: (step) => {
    for (const { agent } of step.agents())
      for (const { phase, run } of runsOf(agent))
        if (run.state === 'running') end(step, agent.id, { phase, problem: { kind: 'cut' }, output: '' })
  },
  tend,
}

export function plannedRun(
  { command, from, isApproved, problem }: RunPlan,
  before: WorktreeRun | undefined,
): WorktreeRun {
  const next = isApproved ? 'waiting' : 'asks'
  return {
    command,
    from,
    n: (before?.n ?? 0) + 1,
    state: problem === null ? (command === '' ? 'done' : next) : 'failed',
    problem: problem === null ? null : { kind: 'unready', detail: problem },
    output: '',
  }
}

function plan(step: Step, { agent: id, phase, plan }: Of<'worktree.planned'>): Answer {
  const state = step.find(id)
  const worktree = state?.agent.worktree
  if (!state || !worktree) return refuse('wrong_state', 'This agent has no worktree of its own.')
  if (isBusy(state)) return refuse('wrong_state', `${state.agent.name} is working. Stop it first.`)
  if (phase === 'teardown' && state.agent.closedAt !== null)
    return refuse(
      'wrong_state',
      `The teardown command runs in an open tab. Reopen ${state.agent.name} first.`,
    )
  const active = runsOf(state.agent).find(({ run }) => isActive(run))
  if (active) return refuse('wrong_state', `The ${active.phase} command is running. Stop it first.`)
  keep(step, id, phase, plannedRun(plan, worktree[phase]))
  return { kind: 'agent', agent: id }
}

function approve(step: Step, { agent: id, command }: Of<'setup.approved'>): Answer {
  const run = setupOf(step, id)
  if (run?.state !== 'asks') return refuse('wrong_state', 'No setup command waits for approval.')
  if (run.command !== command)
    return refuse('wrong_state', 'The setup command is another one than was shown. Look at it again.')
  keep(step, id, 'setup', { ...run, state: 'waiting' })
  return { kind: 'agent', agent: id }
}

/** The agent starts without the setup. */
function skip(step: Step, { agent: id }: Of<'setup.skipped'>): Answer {
  const run = setupOf(step, id)
  if (run?.state !== 'asks' && run?.state !== 'failed')
    return refuse('wrong_state', 'No setup waits for a decision.')
  keep(step, id, 'setup', { ...run, state: 'skipped' })
  return { kind: 'agent', agent: id }
}

function stop(step: Step, { agent: id }: Of<'worktree.stopped'>): Answer {
  const state = step.find(id)
  const active = state && runsOf(state.agent).find(({ run }) => isActive(run))
  if (!active) return refuse('wrong_state', 'No command of a worktree is running.')
  halt(step, id, active)
  return { kind: 'agent', agent: id }
}

/**
 * A process has ended. After a teardown the worktree is about to be removed, so the tab closes and no turn
 * begins there.
 */
export function runEnded(step: Step, { agent }: AgentState, report: WorktreeReport): void {
  const run = agent.worktree?.[report.phase]
  if (run?.state !== 'running' || run.n !== report.n) return
  end(step, agent.id, report)
  if (report.phase === 'teardown' && report.problem === null) closeTab(step, agent.id)
}

/** Starts waiting runs; ends running ones when the tab is closed or everything is stopped. */
function tend(step: Step, id: AgentId): void {
  const { agent } = step.get(id)
  const isAllowed = agent.closedAt === null && isNotStopped(step)
  if (agent.worktree?.teardown?.state === 'done' && agent.closedAt === null) {
    // The tab was reopened, so the worktree is in use again.
    const { teardown: _, ...worktree } = agent.worktree
    step.agent(id, { worktree })
  }
  for (const { phase, run } of runsOf(agent)) {
    if (run.state === 'waiting' && isAllowed) keep(step, id, phase, { ...run, state: 'running' })
    // A teardown ends a tab, so it must not wait for something that may never come.
    else if (isActive(run) && !isAllowed && (run.state === 'running' || phase === 'teardown'))
      halt(step, id, { phase, run })
  }
}

/** A run that hasn't started just fails. */
function halt(step: Step, id: AgentId, { phase, run }: Phased): void {
  if (run.state === 'waiting') end(step, id, { phase, problem: { kind: 'stopped' }, output: '' })
  else if (!run.isStopping) keep(step, id, phase, { ...run, isStopping: true })
}

function end(
  step: Step,
  id: AgentId,
  { phase, problem, output }: Pick<WorktreeReport, 'phase' | 'problem' | 'output'>,
): void {
  const run = step.get(id).agent.worktree?.[phase]
  if (!run) return
  const { isStopping: _, ...ended } = run
  keep(step, id, phase, { ...ended, problem, output, state: problem === null ? 'done' : 'failed' })
}

function keep(step: Step, id: AgentId, phase: RunPhase, run: WorktreeRun): void {
  const { worktree } = step.get(id).agent
  if (worktree) step.agent(id, { worktree: { ...worktree, [phase]: run } })
}

const setupOf = (step: Step, id: AgentId): WorktreeRun | undefined => step.find(id)?.agent.worktree?.setup

interface Phased {
  readonly phase: RunPhase
  readonly run: WorktreeRun
}

const runsOf = ({ worktree }: Agent): readonly Phased[] =>
  (['setup', 'teardown'] as const).flatMap((phase) => {
    const run = worktree?.[phase]
    return run ? [{ phase, run }] : []
  })
