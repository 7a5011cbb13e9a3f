import { readVariables } from '../../../contract/agents/variables.ts'
import type { AgentId } from '../../../contract/api/model.ts'
import type { Worktree } from '../../../contract/folders/changes.ts'
import {
  isActive,
  worktreeLimits,
  type RunPhase,
  type WorktreeRun,
} from '../../../contract/folders/worktree-runs.ts'
import type { State } from '../../../core/step/state.ts'
import type { Engine } from '../../../engine/engine.ts'
import type { SettingsBook } from '../../../ports/ports.ts'
import type { RunningCommand } from '../../../ports/worktrees.ts'
import type { Workspace } from '../workspace.ts'
import { runVariables } from './readiness.ts'

const phases = ['setup', 'teardown'] as const

interface Started {
  readonly of: Pick<WorktreeRun, 'n'>
  readonly command: RunningCommand
}

/** Starts and stops the commands of worktrees according to the state, and reports their ends. */
export class WorktreeRunner {
  readonly #engine: () => Engine
  readonly #workspace: Workspace
  readonly #settings: SettingsBook
  readonly #started = new Map<string, Started>()
  #waiting: (() => void)[] = []

  constructor(engine: () => Engine, workspace: Workspace, settings: SettingsBook) {
    this.#engine = engine
    this.#workspace = workspace
    this.#settings = settings
  }

  /** The end of the running commands' output; empty if none runs. */
  output(agent: AgentId): string {
    return phases.map((phase) => this.#started.get(`${agent} ${phase}`)?.command.output() ?? '').join('')
  }

  /** Waits until the run of a phase has ended; undefined: the agent or its worktree is gone. */
  async settled(agent: AgentId, phase: RunPhase): Promise<WorktreeRun | undefined> {
    while (true) {
      const run = this.#engine().state.agents.get(agent)?.agent.worktree?.[phase]
      if (!run || !isActive(run)) return run
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  published(before: State, after: State): void {
    if (before.agents === after.agents) return
    for (const { agent } of after.agents.values())
      for (const phase of phases) {
        const run = agent.worktree?.[phase]
        if (agent.worktree && run?.state === 'running') this.#follow(agent.id, phase, agent.worktree, run)
      }
    // Deleting a tab also ends its worktree's commands.
    for (const [key, { command }] of this.#started)
      if (!after.agents.has(key.split(' ')[0] as AgentId)) command.stop()
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  #follow(agent: AgentId, phase: RunPhase, worktree: Worktree, run: WorktreeRun): void {
    const key = `${agent} ${phase}`
    const started = this.#started.get(key)
    if (started?.of.n !== run.n) this.#start(key, agent, phase, worktree, run)
    if (run.isStopping) this.#started.get(key)?.command.stop()
  }

  #start(
    key: string,
    agent: AgentId,
    phase: RunPhase,
    worktree: Worktree,
    { n, command }: WorktreeRun,
  ): void {
    const handed = (readVariables(this.#settings.values().variables) ?? []).filter(
      (one) => one.agent === null,
    )
    const started = this.#workspace.worktreeTools.start({
      command,
      folder: worktree.path,
      handed: handed.map(({ name }) => name),
      variables: runVariables(worktree),
      limit: worktreeLimits.time[phase],
    })
    this.#started.set(key, { of: { n }, command: started })
    void started.ended.then(({ problem, output }) => {
      if (this.#started.get(key)?.of.n === n) this.#started.delete(key)
      this.#engine().fact({ type: 'worktree.ended', agent, phase, n, problem, output })
    })
  }
}
