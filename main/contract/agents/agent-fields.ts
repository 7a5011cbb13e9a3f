import type { Shared } from '../fleet/machines.ts'
import type { Worktree } from '../folders/changes.ts'
import type { AgentId, AgentStatus, Permission, Look, Needs, PermissionMode, Policy } from '../api/model.ts'
import type { AnchorChoice } from '../timers/heartbeats.ts'
import type { AgentReason } from './agent-words.ts'
import type { ContextUse } from './context.ts'
import type { KindChoice } from './kinds.ts'
import type { Forked } from './tab-proposals.ts'

/**
 * The fields of an agent that the core keeps and shows unchanged. Its record (`core/step/state.ts`), view
 * (`api/views.ts`) and summary (`agent-summary.ts`) add their own.
 */

/** What the user can change at any time; its schemas are in `agent-requests.ts`. */
export interface AgentSettings {
  readonly role: string
  readonly model: string | null
  /** In its program's own term; null: the program's setting. */
  readonly effort: string | null
  readonly permissionMode: PermissionMode
  readonly policy: Policy
  /**
   * Whether agents of other machines may write to it; for a remote agent, whether its user is asked first.
   */
  readonly shared: Shared
  /** Whether Janus sets its anchor automatically. */
  readonly anchors: AnchorChoice
  readonly pinned: boolean
}

/** Defaults of new agents, and of agents stored before a setting existed. */
export const initialAgentSettings: AgentSettings = {
  role: '',
  model: null,
  effort: null,
  permissionMode: 'default',
  policy: 'hybrid',
  shared: 'no',
  anchors: 'usual',
  pinned: false,
}

export const settingNames = Object.keys(initialAgentSettings) as readonly (keyof AgentSettings)[]

/** The settings shown by the API, besides the role. */
export const callerSettings = [
  'model',
  'effort',
  'permissionMode',
  'policy',
  'shared',
  'pinned',
] as const satisfies readonly (keyof AgentSettings)[]

/** Times in milliseconds. */
export interface AgentFields extends KindChoice, Forked, AgentSettings {
  readonly id: AgentId
  readonly name: string
  readonly status: AgentStatus
  readonly since: number
  readonly reason: AgentReason | null
  readonly cwd: string
  /** Name of the role that it was created with, or null. */
  readonly template: string | null
  /** What that role tells it at its start; may be empty. */
  readonly instructions: string
  readonly look: Look
  /** What the user always allows it. */
  readonly allowed: readonly Permission[]
  /** Position among all tabs, from 0; a closed tab keeps its position. */
  readonly order: number
  readonly createdAt: number
  /** Number of the current or last turn, from 1; 0 before the first. */
  readonly turnNumber: number
  /** Its last text, on one line. A turn that ends without one leaves it unchanged. */
  readonly lastLine: string
  /** Number of words that its last turn ended with; 0 before the first. */
  readonly finalWords: number
  /** Rows of turn-ending texts that the user has not seen, oldest first; capped to the newest. */
  readonly unread: readonly number[]
  /** Null until it is reported, again after each start or compaction. */
  readonly context: ContextUse | null
  /** The worktree made for it; null: it works directly in its folder. */
  readonly worktree: Worktree | null
}

type WithNeeds = AgentFields & { readonly needs: Needs }

/** What the API shows exactly as windows do, in this order. */
export const callerFields = [
  'id',
  'name',
  'kind',
  'program',
  'status',
  'needs',
  'role',
  'cwd',
  ...callerSettings,
  'template',
] as const satisfies readonly (keyof WithNeeds)[]

export type CallerFields = Pick<WithNeeds, (typeof callerFields)[number]>
