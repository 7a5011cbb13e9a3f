import type { KindChoice } from './kinds.ts'
import type { AgentId, Look, PermissionMode } from '../api/model.ts'

/** Tabs that agents want. Types only. Times are milliseconds since 1970 UTC. */

/** `tab-` and ten base32 characters. */
export type TabProposalId = `tab-${string}`

/** A tab as an agent wants it. */
export interface WantedTab extends KindChoice {
  readonly name: string
  readonly role: string
  readonly cwd: string
  readonly model: string | null
  readonly effort?: string | null
  readonly permissionMode: PermissionMode
  /** Of a role of the user's: its name, and what it has the agent told; absent: of none. */
  readonly template?: string | null
  readonly instructions?: string
  /** What is not said is chosen as for every new tab. */
  readonly look: Partial<Look>
  /** What its proposer writes to it as soon as it is open; empty: nothing. */
  readonly firstMessage: string
  /** It is to work in a working copy of its own; without it in the folder as it is. */
  readonly inWorktree?: boolean
}

/** A tab that an agent has proposed and the user has not decided about. */
export interface TabProposal extends WantedTab {
  readonly id: TabProposalId
  readonly at: number
  /** How deep in the chain between agents its first message stands. */
  readonly depth: number
  readonly key: string | null
}

/** Which agent wanted this tab, and whether the user has said yes to it. */
export interface OpenedBy {
  readonly agent: AgentId
  readonly name: string
  /** False: it was opened within the limit that the user has set. */
  readonly byUser: boolean
  readonly key: string | null
}

/** A proposed tab as the window shows it. */
export type TabProposalView = Omit<TabProposal, 'key' | 'depth'>

/** What may be a fork. */
export interface Forked {
  /** The tab of which it is one, by its name then; null: of none. */
  readonly forkedFrom: { readonly agent: AgentId; readonly name: string } | null
}
