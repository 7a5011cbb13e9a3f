import type { Shared } from '../fleet/machines.ts'
import type { Worktree } from '../folders/changes.ts'
import type { AgentId, AgentStatus, Permission, Look, Needs, PermissionMode, Policy } from '../api/model.ts'
import type { AnchorChoice } from '../timers/heartbeats.ts'
import type { AgentReason } from './agent-words.ts'
import type { ContextUse } from './context.ts'
import type { KindChoice } from './kinds.ts'
import type { Forked } from './tab-proposals.ts'

/**
 * The fields of an agent that the core keeps and everybody is shown as they stand. Its record (`core/step/state.ts`),
 * its view (`api/views.ts`) and its summary (`agent-summary.ts`) are made of these; each adds what is its own.
 */

/** What the user can change of an agent at any time; its shapes are in `agent-requests.ts`. */
export interface AgentSettings {
  readonly role: string
  readonly model: string | null
  /** How hard it thinks, in its program's word; null: as that is set. */
  readonly effort: string | null
  readonly permissionMode: PermissionMode
  readonly policy: Policy
  /** Whether agents of other machines may write to it; of a peer: whether its user is asked first. */
  readonly shared: Shared
  /** Whether Janus gives it an anchor by itself. */
  readonly anchors: AnchorChoice
  /** Its tab stands at the top of the list. */
  readonly pinned: boolean
}

/** What holds of a new agent where nothing is said, and of one that was stored before the setting came. */
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

/** The settings that callers of the API are shown, beside the role. */
export const callerSettings = [
  'model',
  'effort',
  'permissionMode',
  'policy',
  'shared',
  'pinned',
] as const satisfies readonly (keyof AgentSettings)[]

/** All that is kept of an agent and shown as it stands; times in ms. */
export interface AgentFields extends KindChoice, Forked, AgentSettings {
  readonly id: AgentId
  readonly name: string
  readonly status: AgentStatus
  readonly since: number
  readonly reason: AgentReason | null
  readonly cwd: string
  /** Name of the user's role that it was made with, or null. */
  readonly template: string | null
  /** What that role has it told at its start; empty: nothing. */
  readonly instructions: string
  readonly look: Look
  /** What the user has allowed it for good. */
  readonly allowed: readonly Permission[]
  /** Place among all tabs, from 0; a closed one keeps its own. */
  readonly order: number
  readonly createdAt: number
  /** Number of the turn that runs or ran last, from 1; 0 before the first. */
  readonly turnNumber: number
  /** One line: its last words. That it had nothing to add takes none away. */
  readonly lastLine: string
  /** How many words its last turn ended with; 0 before the first. */
  readonly finalWords: number
  /** Rows at which turns ended with words that the user has not seen yet, oldest first; of very many the newest. */
  readonly unread: readonly number[]
  /** How full its context is; null: not told since it was begun, or cut down. */
  readonly context: ContextUse | null
  /** The working copy that was made for it; null: it works in a folder as it is. */
  readonly worktree: Worktree | null
}

type WithNeeds = AgentFields & { readonly needs: Needs }

/** What callers of the API are shown as windows are, in this order. */
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

/** What callers of the API are shown as windows are. */
export type CallerFields = Pick<WithNeeds, (typeof callerFields)[number]>
