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

/** A turn that an error broke off, and that can be begun again. */
export interface BrokenView {
  readonly detail: string
  /** When Janus tries again by itself, in ms; null: when the user says so. */
  readonly retryAt: number | null
  /** How often it has tried. */
  readonly tries: number
  readonly from: readonly string[]
  /** The service refuses the same again: somebody has to change something first. */
  readonly isLasting: boolean
  /** It has refused the same more than once, and may take what was said before that. */
  readonly goesBack: boolean
}

/** An agent as the window shows it; times in ms. */
export interface AgentView extends AgentFields {
  /** As its process has told them; before that, what is expected of its kind. */
  readonly abilities: Abilities
  readonly needs: Needs
  /** Set while it has failed. */
  readonly trouble: Trouble | null
  /** Its folder's own settings; null before its process has been started for the first time since Janus runs. */
  readonly trust: FolderTrust | null
  readonly closed: boolean
  readonly costUsd: number
  /** What its last turns used; null before the first that was measured. */
  readonly usualTurn: UsualTurn | null
  /** What it has used, beside its cap. */
  readonly spending: BudgetView
  /** A turn of its was broken off at the cap of a turn, and waits for the user's word. */
  readonly isTurnCapped: boolean
  /** Queued, held and written messages, in the order in which they will be read. */
  readonly pending: readonly PendingView[]
  /** Tickets that it has read and not answered. */
  readonly owed: readonly OwedView[]
  readonly broken: BrokenView | null
  /** Names of the peers whose words began the turn that runs, or begin the one that is to run. */
  readonly answering: readonly string[]
  /** Whose reply a tool call of its waits for now. */
  readonly waitingFor: { readonly agent: AgentId; readonly name: string; readonly since: number } | null
  /** What its process runs beside its turns. */
  readonly background: readonly BackgroundTask[]
  /** Files that it edits while another agent has changed or claimed them, or the other way round; absent: none. */
  readonly sharedFiles?: readonly SharedFileView[]
  /** What it told its user in the middle of turns: what was shown last, and the row of the newest; absent: nothing yet. */
  readonly notices?: { readonly shown: UserNotice | null; readonly row: number }
  /** The user's comments on its changes: how many wait to be sent, and when one changed last; absent: none. */
  readonly review?: { readonly pending: number; readonly at: number }
  /** A sign of its process that it may not go on. */
  readonly healthWarning: HealthWarning | null
  readonly cards: readonly Card[]
  /** The user's rules about what peers write to it. */
  readonly handlers: HandlersView
  /** Its timers that have not ended: the anchor first, then by the time at which they fire. */
  readonly heartbeats: readonly RunningHeartbeat[]
  /** The gathering that it sits in now, or that waits to begin with it. */
  readonly seat: SeatOf | null
  /** The one that it has, or is wished for, on another machine; absent: none. */
  readonly awaySeat?: AwaySeatView
  /** Names of the groups that it belongs to. */
  readonly groups: readonly string[]
  /** Tabs that it has proposed. */
  readonly tabProposals: readonly TabProposalView[]
  /** The branch that its folder is on, or a commit's first digits; null: it is in no git repository. */
  readonly branch: string | null
}

/** A named set of agents. */
export interface GroupView {
  readonly name: string
  readonly members: readonly { readonly id: AgentId; readonly name: string }[]
}

/** What became of a tab that an agent wants. */
export interface TabProposalResult {
  readonly state: 'proposed' | 'open' | 'refused'
  readonly id: TabProposalId
  /** The tab, once it is open. */
  readonly agent: AgentSummary | null
}

/** How the app stands. */
export interface AppStatus extends DiskStatus, StorageNotices {
  readonly version: string
  /** The built-in model answers instead of the agents' own. Always shown as a badge. */
  readonly rehearsal: boolean
  /** `desktop` can choose folders and open pages by the system's own means. */
  readonly shell: 'web' | 'desktop'
  /** How the search for a newer version stands; null: this Janus looks for none. */
  readonly update: UpdateState | null
  /** `app.rehearse` can be asked: to begin a rehearsal, or in one to go back. */
  readonly canRehearse: boolean
  readonly stateFolder: string
  /** Where the HTTP API listens, as `http://127.0.0.1:PORT/api`; empty: it does not. */
  readonly apiUrl: string
  /** Files of a folder that agents read by themselves. */
  readonly memoryFiles: readonly string[]
  /** The user's own name. */
  readonly user: string
  readonly defaultFolder: string
  readonly settings: Settings
  /** The other machines; null: this one is in no fleet. */
  readonly fleet: FleetView | null
  /** The kinds of agents that can be started, the usual one first. */
  readonly kinds: readonly KindStatus[]
}

/** A kind of agents: how its program stands, and what can be chosen. */
export interface KindStatus extends BackendCheck {
  readonly kind: AgentKind
  /** Models that can be chosen, the program's own choice first. */
  readonly models: readonly ModelOffer[]
  /** Limits of the plan that one is signed in with, as its agents have told them since Janus runs. */
  readonly plan: readonly PlanLimit[]
  /** The program as Janus itself can download it; absent: it cannot. */
  readonly download?: ProgramDownload
}

/** The three-line check: is the agents' program there, is it new enough, is somebody signed in. */
export interface BackendCheck {
  /** How people call the program, as in "the … CLI". */
  readonly name: string
  readonly path: string | null
  /** The user has chosen it, by a setting or a variable; absent: nobody has. */
  readonly isChosen?: true
  readonly version: string | null
  /** Oldest version that Janus works with. */
  readonly oldest: string
  readonly login: 'in' | 'out' | 'unknown'
  /** Who is signed in, or how: an address, "API key"; null when not known. */
  readonly account: string | null
  /** The first line that is wrong, and what to do, in words for a user. */
  readonly problem: { readonly line: 'binary' | 'version' | 'login'; readonly words: string } | null
  /** ms; null before the first check has ended. */
  readonly checkedAt: number | null
}

/** A command that the process understands when the user's words begin with it. */
export interface SlashCommand {
  /** Without the slash. */
  readonly name: string
  readonly about: string
  /** What may follow, `<file>` for one; often empty. */
  readonly argument: string
}

/** A file of a folder that would count if the folder were trusted. */
export interface BroughtFile {
  /** Absolute. */
  readonly path: string
  /** What it would do, a line each: "runs ./check.sh before each command", "starts the MCP server ferry: node x". */
  readonly brings: readonly string[]
}

/** A variable of the user's that a file of a folder names, as `${API_TOKEN}`. */
export interface FolderVariable {
  readonly name: string
  /** Whether it is set where Janus runs. */
  readonly isSet: boolean
  /** The file says what holds where it is not set. */
  readonly hasDefault: boolean
}

/** What a folder brings along, and what the user has said about it. */
export interface FolderLook {
  /** The folder's real path. */
  readonly folder: string
  /** Whose agents would read what it brings. */
  readonly kind: AgentKind
  readonly trust: FolderTrust
  /** Over everything that would count; an answer is bound to it. Empty for `plain`. */
  readonly hash: string
  readonly files: readonly BroughtFile[]
  /** Files that cannot be understood; while there are any, nobody can trust what the folder brings. */
  readonly unclear: readonly string[]
  /** The user's variables that these files name; once trusted, the agent gets those that are set. */
  readonly variables: readonly FolderVariable[]
  /** It was trusted, and has changed since. */
  readonly changed: boolean
}

/** One of the user's settings, as `GET /api/settings` shows it. */
export interface SettingReport extends SettingWords {
  readonly name: SettingName
  readonly value: Settings[SettingName]
  readonly default: Settings[SettingName]
  /** What the user should know of this value; absent when there is nothing. */
  readonly note?: string
}

/** A page of something, newest last; `before` of the next older page, or null. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly next: number | null
}

/**
 * One thing that an agent was asked (`user`, `peer`), said or did. Of what a peer wrote to it only those are given the
 * words who may look at that peer as well; for others they are empty, and `redacted` is true.
 */
export interface LookItem {
  readonly n: number
  /** Number of its turn, from 1; null outside of turns. */
  readonly turn: number | null
  readonly kind: 'user' | 'peer' | 'text' | 'tool' | 'result'
  /** Who wrote it. */
  readonly from: string
  readonly text: string
  readonly redacted?: true
  /** ISO 8601 UTC. */
  readonly at: string
}

/** A look at an agent, without asking it. Thoughts are never shown. */
export interface SessionLook {
  readonly agent: string
  readonly status: AgentStatus
  readonly since: string
  readonly broken: BrokenReport | null
  readonly needs: Needs
  /** The final text of its last turn that was no housekeeping: the first 300 characters; null where the caller may not read it. */
  readonly lastFinal: { readonly text: string; readonly at: string } | null
  /** Open tickets between the caller and it. */
  readonly tickets: readonly {
    readonly id: MessageId
    readonly from: string
    readonly to: string
    readonly preview: string
    readonly state: TicketState
  }[]
  /** Newest first, 20 and 32 KiB at most unless fewer were asked for; null where the caller may not see them. */
  readonly items: readonly LookItem[] | null
  /** Cursor of what is older, or null. */
  readonly next: number | null
  /** Why `items` is null, and what would change that. */
  readonly why?: string
}
