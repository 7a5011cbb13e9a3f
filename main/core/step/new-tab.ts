import type { AgentSettings } from '../../contract/agents/agent-fields.ts'
import type { Worktree } from '../../contract/folders/changes.ts'
import type { AgentKind } from '../../contract/agents/kinds.ts'
import type { Look, PermissionMode, Policy } from '../../contract/api/model.ts'
import type { NameKeys } from './state.ts'

/** What a new tab is made of. */
export interface NewTab extends Partial<AgentSettings> {
  readonly name: NameKeys
  /** The usual one without it. */
  readonly kind?: AgentKind
  readonly program?: string | null
  readonly cwd: string
  readonly model: string | null
  readonly permissionMode: PermissionMode
  readonly policy: Policy
  readonly role: string
  /** Of a role of the person's: its name, and what it has the agent told at its start. */
  readonly template?: string | null
  readonly instructions?: string
  /** What is not said is chosen. */
  readonly look?: Partial<Look>
  /** `cwd` lies in this working copy, which was made for it. */
  readonly worktree?: Worktree
}
