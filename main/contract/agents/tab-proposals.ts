import type { KindChoice } from './kinds.ts'
import type { AgentId, Look, PermissionMode } from '../api/model.ts'

/** Times are milliseconds since 1970 UTC. */

/** `tab-` and ten base32 characters. */
export type TabProposalId = `tab-${string}`

export interface WantedTab extends KindChoice {
  readonly name: string
  readonly role: string
  readonly cwd: string
  readonly model: string | null
  readonly effort?: string | null
  readonly permissionMode: PermissionMode
  /** Name and instructions of the role it uses; absent: none. */
  readonly template?: string | null
  readonly instructions?: string
  /** The rest is chosen as for every new tab. */
  readonly look: Partial<Look>
  /** Sent by its proposer as soon as it is open; may be empty. */
  readonly firstMessage: string
  /** Works in its own worktree instead of directly in the folder. */
  readonly inWorktree?: boolean
}

/** A proposed tab that the user has not decided about. */
export interface TabProposal extends WantedTab {
  readonly id: TabProposalId
  readonly at: number
  /** Depth of its first message in a chain between agents. */
  readonly depth: number
  readonly key: string | null
}

/** The agent that asked for this tab, and whether the user approved it. */
export interface OpenedBy {
  readonly agent: AgentId
  readonly name: string
  /** False: it was opened within the user's limit. */
  readonly byUser: boolean
  readonly key: string | null
}

export type TabProposalView = Omit<TabProposal, 'key' | 'depth'>

export interface Forked {
  /** The tab that it was forked from, by its name at that time; null: it is no fork. */
  readonly forkedFrom: { readonly agent: AgentId; readonly name: string } | null
}
