import {
  runProblemWords,
  type RunPhase,
  type RunProblem,
  type WorktreeRuns,
} from '../../contract/folders/worktree-runs.ts'
import { plannedRun } from '../../core/worktrees/worktrees.ts'
import type { RunPlan } from '../../core/worktrees/worktree-commands.ts'
import { keysOf } from '../factories/factories.ts'
import type { Verb } from './scene.ts'

/** User actions on the commands of worktrees, and their results. */
export const worktreeVerbs: Readonly<Record<string, Verb>> = {
  // `apart scout asks npm ci`: a new agent in its own worktree; `approved npm ci`, `broken Why.`
  apart: (_, name, rest) => ({
    type: 'agent.created',
    name: keysOf(name),
    cwd: '/worktrees/ferry/scout',
    model: null,
    policy: 'hybrid',
    role: '',
    permissionMode: 'default',
    worktree: {
      path: '/worktrees/ferry/scout',
      branch: 'janus/scout',
      repository: '/ferry',
      base: 'main',
      commit: 'c0ffee',
      setup: plannedRun(planIn(rest), undefined),
    },
  }),
  // `plans scout setup asks npm ci`, `plans scout teardown approved docker compose down`.
  plans: (scene, name, rest) => {
    const [phase = '', ...plan] = rest.split(' ')
    return {
      type: 'worktree.planned',
      agent: scene.agentId(name),
      phase: phase as RunPhase,
      plan: planIn(plan.join(' ')),
    }
  },
  approves: (scene, name, command) => ({ type: 'setup.approved', agent: scene.agentId(name), command }),
  skips: (scene, name) => ({ type: 'setup.skipped', agent: scene.agentId(name) }),
  halts: (scene, name) => ({ type: 'worktree.stopped', agent: scene.agentId(name) }),
  // `over scout setup`, `over scout setup exit 1`, `over scout teardown timeout`; `late` reports an earlier run.
  over: (scene, name, rest) => {
    const [phase = '', kind = '', code] = rest.split(' ')
    const { worktree } = scene.agent(name).agent
    const n = worktree?.[phase as RunPhase]?.n ?? 0
    return {
      type: 'worktree.ended',
      agent: scene.agentId(name),
      phase: phase as RunPhase,
      n: kind === 'late' ? n - 1 : n,
      problem: kind === '' || kind === 'late' ? null : problemOf(kind, code),
      output: '',
    }
  },
}

const problemOf = (kind: string, code: string | undefined): RunProblem =>
  kind === 'exit'
    ? { kind, code: code === undefined ? null : Number(code) }
    : { kind: kind as 'timeout' | 'stopped' }

function planIn(words: string): RunPlan {
  const [how = '', ...command] = words.split(' ')
  const rest = command.join(' ')
  const isBroken = how === 'broken'
  return {
    command: isBroken ? '' : rest,
    from: 'repository',
    isApproved: how === 'approved',
    problem: isBroken ? rest : null,
  }
}

export function runLines(
  name: string,
  was: WorktreeRuns | null | undefined,
  is: WorktreeRuns | null,
): readonly string[] {
  return (['setup', 'teardown'] as const).flatMap((phase) => {
    const run = is?.[phase]
    if (!run || was?.[phase] === run) return []
    const facts = [run.isStopping ? 'stopping' : run.state]
    if (run.problem) facts.push(runProblemWords(run.problem, phase))
    return [`${phase} of ${name} \`${run.command}\`: ${facts.join(', ')}`]
  })
}
