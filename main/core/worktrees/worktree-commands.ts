import type { AgentId } from '../../contract/api/model.ts'
import type { RunPhase, RunProblem, WorktreeCommand } from '../../contract/folders/worktree-runs.ts'

/** What is to run in a worktree. `problem`: why it is not ready even for that; null: it is. */
export interface RunPlan extends WorktreeCommand {
  /** The user has said yes to exactly this command in this repository before. */
  readonly isApproved: boolean
  readonly problem: string | null
}

/** What the user does about the commands of an agent's worktree; each has an answer. */
export type WorktreeAction =
  /** Sets it up again, or cleans it up before it is removed. */
  | {
      readonly type: 'worktree.planned'
      readonly agent: AgentId
      readonly phase: RunPhase
      readonly plan: RunPlan
    }
  /** `run` approves exactly this command, as it was shown. */
  | { readonly type: 'setup.approved'; readonly agent: AgentId; readonly command: string }
  | { readonly type: 'setup.skipped'; readonly agent: AgentId }
  | { readonly type: 'worktree.stopped'; readonly agent: AgentId }

/** A command of a worktree has ended; `problem` null: well. */
export interface WorktreeReport {
  readonly type: 'worktree.ended'
  readonly agent: AgentId
  readonly phase: RunPhase
  readonly n: number
  readonly problem: RunProblem | null
  readonly output: string
}
