import type { AgentId } from '../../contract/api/model.ts'
import type { RunPhase, RunProblem, WorktreeCommand } from '../../contract/folders/worktree-runs.ts'

/** `problem`: why nothing can run, or null. */
export interface RunPlan extends WorktreeCommand {
  /** The user has approved exactly this command in this repository before. */
  readonly isApproved: boolean
  readonly problem: string | null
}

export type WorktreeAction =
  /** Runs the setup again, or the teardown before removal. */
  | {
      readonly type: 'worktree.planned'
      readonly agent: AgentId
      readonly phase: RunPhase
      readonly plan: RunPlan
    }
  /** Approves exactly this command, as shown. */
  | { readonly type: 'setup.approved'; readonly agent: AgentId; readonly command: string }
  | { readonly type: 'setup.skipped'; readonly agent: AgentId }
  | { readonly type: 'worktree.stopped'; readonly agent: AgentId }

/** `problem` null: success. */
export interface WorktreeReport {
  readonly type: 'worktree.ended'
  readonly agent: AgentId
  readonly phase: RunPhase
  readonly n: number
  readonly problem: RunProblem | null
  readonly output: string
}
