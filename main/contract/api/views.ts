import type { SharedFileView } from '../edits/edits.ts'
import type { AgentFields } from '../agents/agent-fields.ts'
import type { AgentSummary, BrokenReport } from '../agents/agent-summary.ts'
import type { FleetView } from '../fleet/fleet-views.ts'
import type { DiskStatus } from '../app/disk.ts'
import type { BackgroundTask } from '../agents/background.ts'
import type { StorageNotices } from '../app/backups.ts'
import type { BudgetView, UsualTurn } from '../budget/budget.ts'
import type { RunningHeartbeat } from '../timers/heartbeats.ts'
import type { PlanLimit } from '../budget/plan.ts'
import type { Abilities } from '../agents/abilities.ts'
import type { AgentKind } from '../agents/kinds.ts'
import type { AgentId, AgentStatus, Card, FolderTrust, Needs, Trouble, MessageId } from './model.ts'
import type { HandlersView } from '../handlers/handlers.ts'
import type { AwaySeatView, SeatOf } from '../gatherings/gathering-views.ts'
import type { OwedView, PendingView, TicketState } from '../mail/mail-views.ts'
import type { TabProposalId, TabProposalView } from '../agents/tab-proposals.ts'
import type { HealthWarning } from '../agents/vitals.ts'
import type { ProgramDownload } from '../agents/program-downloads.ts'
import type { ModelOffer } from '../agents/model-offers.ts'
import type { UserNotice } from '../agents/user-notices.ts'
import type { SettingWords } from '../app/setting-controls.ts'
import type { SettingName, Settings } from '../app/settings.ts'
import type { UpdateState } from '../app/updates.ts'

/** A turn that an error broke off and that can be retried. */
export interface BrokenView {
  readonly detail: string
  /** Milliseconds of the next automatic retry; null: only when the user retries. */
  readonly retryAt: number | null
  /** Retries so far. */
  readonly tries: number
  readonly from: readonly string[]
  /** The service would refuse the same again until something is changed. */
  readonly isLasting: boolean
  /** It refused the same more than once; a fork from an earlier turn may work. */
  readonly suggestsFork: boolean
}

/** Times in milliseconds. */
export interface AgentView extends AgentFields {
  /** As reported by its process; before that, those expected of its kind. */
  readonly abilities: Abilities
  readonly needs: Needs
  /** Set while its status is `failed`. */
  readonly trouble: Trouble | null
  /** Null until its process has been started since Janus runs. */
  readonly trust: FolderTrust | null
  readonly closed: boolean
  readonly costUsd: number
  /** Average use of its last turns; null before the first measured turn. */
  readonly usualTurn: UsualTurn | null
  /** Its usage and its cap. */
  readonly spending: BudgetView
  /** A turn of it was stopped at the cap for turns, and waits for the user. */
  readonly isTurnCapped: boolean
  /** Queued, held and written messages, in reading order. */
  readonly pending: readonly PendingView[]
  /** Tickets that it has read and not answered. */
  readonly owed: readonly OwedView[]
  readonly broken: BrokenView | null
  /** Names of the peers whose messages began the running turn, or begin the next. */
  readonly answering: readonly string[]
  /** The agent whose reply one of its tool calls is waiting for. */
  readonly waitingFor: { readonly agent: AgentId; readonly name: string; readonly since: number } | null
  readonly background: readonly BackgroundTask[]
  /** Files that both it and another agent are editing; absent: none. */
  readonly sharedFiles?: readonly SharedFileView[]
  /** Its notices during turns: the last one shown, and the row of the newest; absent: none. */
  readonly notices?: { readonly shown: UserNotice | null; readonly row: number }
  /** The user's line comments: how many are unsent, and when one last changed; absent: none. */
  readonly review?: { readonly pending: number; readonly at: number }
  readonly healthWarning: HealthWarning | null
  readonly cards: readonly Card[]
  /** The user's rules for messages from peers. */
  readonly handlers: HandlersView
  /** Active timers: the anchor first, then by due time. */
  readonly heartbeats: readonly RunningHeartbeat[]
  /** Its seat in a gathering that runs, or that waits to begin with it. */
  readonly seat: SeatOf | null
  /** Its seat, or the invitation to one, on another machine; absent: none. */
  readonly awaySeat?: AwaySeatView
  readonly groups: readonly string[]
  readonly tabProposals: readonly TabProposalView[]
  /** The branch that its folder is on, or a short commit hash; null: no git repository. */
  readonly branch: string | null
}

export interface GroupView {
  readonly name: string
  readonly members: readonly { readonly id: AgentId; readonly name: string }[]
}

export interface TabProposalResult {
  readonly state: 'proposed' | 'open' | 'refused'
  readonly id: TabProposalId
  /** Set once it is open. */
  readonly agent: AgentSummary | null
}

export interface AppStatus extends DiskStatus, StorageNotices {
  readonly version: string
  /** The demo model answers instead of the agents' own; always shown as a badge. */
  readonly rehearsal: boolean
  /** `desktop` can choose folders and open pages by the system's own means. */
  readonly shell: 'web' | 'desktop'
  /** Null: this Janus does not look for updates. */
  readonly update: UpdateState | null
  /** `app.rehearse` is available: to enter the demo, or to leave it. */
  readonly canRehearse: boolean
  readonly stateFolder: string
  /** `http://127.0.0.1:PORT/api`; empty: the HTTP API does not listen. */
  readonly apiUrl: string
  /** Files in a folder that agents read by themselves. */
  readonly memoryFiles: readonly string[]
  readonly user: string
  readonly defaultFolder: string
  readonly settings: Settings
  /** Null: this machine is in no fleet. */
  readonly fleet: FleetView | null
  /** Kinds that can be started, the default first. */
  readonly kinds: readonly KindStatus[]
}

export interface KindStatus extends BackendCheck {
  readonly kind: AgentKind
  /** The program's own choice first. */
  readonly models: readonly ModelOffer[]
  /** Limits of the signed-in plan, as reported by its agents since Janus runs. */
  readonly plan: readonly PlanLimit[]
  /** Absent: Janus cannot download the program. */
  readonly download?: ProgramDownload
}

/** Whether the agents' program is found, recent enough and signed in. */
export interface BackendCheck {
  /** As in "the … CLI". */
  readonly name: string
  readonly path: string | null
  /** Chosen by the user, with a setting or a variable. */
  readonly isChosen?: true
  readonly version: string | null
  /** Oldest supported version. */
  readonly oldest: string
  readonly login: 'in' | 'out' | 'unknown'
  /** Who is signed in, or how: an address, "API key"; null when unknown. */
  readonly account: string | null
  /** The first failed check and what to do, for the user. */
  readonly problem: { readonly line: 'binary' | 'version' | 'login'; readonly words: string } | null
  /** Milliseconds; null before the first check has ended. */
  readonly checkedAt: number | null
}

/** A command that the process runs when the user's text begins with it. */
export interface SlashCommand {
  /** Without the slash. */
  readonly name: string
  readonly about: string
  /** Placeholder for its arguments, such as `<file>`; often empty. */
  readonly argument: string
}

/** A file that would take effect if its folder were trusted. */
export interface FolderFile {
  readonly path: string
  /** One line per effect: "runs ./check.sh before each command", "starts the MCP server ferry: node x". */
  readonly brings: readonly string[]
}

/** A variable of the user that a file in a folder uses, as `${API_TOKEN}`. */
export interface FolderVariable {
  readonly name: string
  /** In Janus's own environment. */
  readonly isSet: boolean
  /** The file has a default for it. */
  readonly hasDefault: boolean
}

/** What a folder contains, and the user's decision about it. */
export interface FolderReview {
  /** Real path. */
  readonly folder: string
  /** The kind of agents that would use it. */
  readonly kind: AgentKind
  readonly trust: FolderTrust
  /** Over everything that would take effect; a decision is bound to it. Empty for `plain`. */
  readonly hash: string
  readonly files: readonly FolderFile[]
  /** Files that cannot be understood; the folder cannot be trusted while there are any. */
  readonly unclear: readonly string[]
  /** Variables that these files use; once trusted, the agent gets those that are set. */
  readonly variables: readonly FolderVariable[]
  /** It was trusted and has changed since. */
  readonly changed: boolean
}

/** As `GET /api/settings` shows it. */
export interface SettingReport extends SettingWords {
  readonly name: SettingName
  readonly value: Settings[SettingName]
  readonly default: Settings[SettingName]
  /** A remark about this value; absent when there is none. */
  readonly note?: string
}

/** `next`: cursor of the next page, or null. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly next: number | null
}

/**
 * Something that an agent was asked (`user`, `peer`), said or did. A caller without read access to a peer
 * gets its messages with an empty text and `redacted`.
 */
export interface SessionItem {
  readonly n: number
  /** From 1; null outside of turns. */
  readonly turn: number | null
  readonly kind: 'user' | 'peer' | 'text' | 'tool' | 'result'
  readonly from: string
  readonly text: string
  readonly redacted?: true
  /** ISO 8601 UTC. */
  readonly at: string
}

/** A view of an agent that does not prompt it; its thinking is never included. */
export interface SessionView {
  readonly agent: string
  readonly status: AgentStatus
  readonly since: string
  readonly broken: BrokenReport | null
  readonly needs: Needs
  /**
   * Final text of its last turn, except for housekeeping turns: the first 300 characters; null where the
   * caller may not read it.
   */
  readonly lastFinal: { readonly text: string; readonly at: string } | null
  /** Open tickets between the caller and it. */
  readonly tickets: readonly {
    readonly id: MessageId
    readonly from: string
    readonly to: string
    readonly preview: string
    readonly state: TicketState
  }[]
  /** Newest first, at most 20 and 32 KiB; null where the caller may not read them. */
  readonly items: readonly SessionItem[] | null
  /** Cursor of older items, or null. */
  readonly next: number | null
  /** Why `items` is null, and what would change that. */
  readonly why?: string
}
