import type { NoticeResult } from '../agents/user-notices.ts'
import type { LogPart, SavedFile } from './log-export.ts'
import type { Attachment, FilesFound, KeptDraft, PictureType } from '../mail/attachments.ts'
import type { ConversationPage, FileUndo } from '../folders/conversations.ts'
import type { AttemptView } from '../app/attempts.ts'
import type { TaskOutput } from '../agents/background.ts'
import type {
  BroughtBack,
  ChangeList,
  ProgramOffer,
  FileChange,
  FileOpened,
  Reverted,
  WorktreeLook,
  WorktreePlan,
} from '../folders/changes.ts'
import type { BackupReport } from '../app/backups.ts'
import type { CircleSeatView, CircleWordsView, FleetDone, FleetView } from '../fleet/fleet-views.ts'
import type { HouseName } from '../fleet/houses.ts'
import type { HandlerTrial, HandlerView } from '../handlers/handlers.ts'
import type { CostsReport } from '../budget/costs.ts'
import type { BudgetReport, DayView, LinkEstimate } from '../budget/budget.ts'
import type { ProcessReport } from '../agents/processes.ts'
import type { HeartbeatView } from '../timers/heartbeats.ts'
import type { CrossingView, LinkView } from '../links/link-views.ts'
import type {
  AwaySeatView,
  CardPreview,
  GatheringExport,
  GatheringPreview,
  GatheringReplay,
  GatheringLine,
  GatheringView,
  PassingThere,
} from '../gatherings/gathering-views.ts'
import type { LogRow } from './log.ts'
import type { TimelineExport, TimelinePage } from '../history/timeline.ts'
import type { Rhythm } from '../gatherings/rhythms.ts'
import type { Role } from '../agents/roles.ts'
import type {
  ChainLink,
  MessageView,
  ReplyReport,
  SendResult,
  SpreadResult,
  Thread,
  TicketView,
  WrittenView,
} from '../mail/mail-views.ts'
import type { FileDiff } from '../agents/tool-calls.ts'
import type { AgentId } from './model.ts'
import type { AgentSummary } from '../agents/agent-summary.ts'
import type {
  AgentView,
  AppStatus,
  FolderLook,
  GroupView,
  Page,
  SettingReport,
  SlashCommand,
  SessionLook,
  WishResult,
} from './views.ts'
import type { FoundRows, SearchPage } from '../history/search-views.ts'

/** What each kind answers with. */
export interface RequestAnswers {
  'app.status': AppStatus
  'app.check': AppStatus
  'app.look': AppStatus
  /** Since when everything is stopped, in ISO 8601; null: it goes. */
  'app.stop': { readonly stopped: string | null }
  'app.putNoticesAway': AppStatus
  'app.goOn': { readonly stopped: string | null }
  /** Where the rehearsal's window is, with its one-time code; null where this window goes there by itself. */
  'app.rehearse': { readonly address: string | null }
  /** The page to sign in at, if the program named one. */
  'app.signIn': { readonly address: string | null; readonly takesCode: boolean }
  'app.signInCode': AppStatus
  'settings.get': readonly SettingReport[]
  'settings.change': readonly SettingReport[]
  'agents.list': readonly AgentSummary[]
  'groups.list': readonly GroupView[]
  'groups.make': readonly GroupView[]
  'groups.change': readonly GroupView[]
  'groups.delete': readonly GroupView[]
  'messages.spread': SpreadResult
  'notices.send': NoticeResult
  'tabs.propose': WishResult
  'tabs.decide': WishResult
  'agents.create': AgentSummary
  /** Null: it can be had. */
  'agents.checkName': { readonly problem: string | null }
  'agents.change': AgentSummary
  'agents.duplicate': AgentSummary
  'agents.revoke': AgentSummary
  'conversations.list': ConversationPage
  'conversations.open': AgentSummary
  /** `draft`: the words that are to be edited. */
  'agents.fork': { readonly agent: AgentSummary; readonly draft: string }
  'agents.undoFiles': FileUndo
  'changes.list': ChangeList
  'changes.look': FileChange
  'changes.revert': Reverted
  'changes.putBack': { readonly files: readonly string[] }
  'files.open': FileOpened
  'editors.list': { readonly editors: readonly ProgramOffer[] }
  'terminals.list': { readonly terminals: readonly ProgramOffer[] }
  'terminals.open': { readonly folder: string }
  'worktrees.plan': WorktreePlan
  'worktrees.look': WorktreeLook
  'worktrees.bringBack': BroughtBack
  'worktrees.throwAway': AgentSummary
  'agents.close': { closed: true }
  'agents.reopen': AgentSummary
  'agents.stop': AgentSummary
  'agents.restart': AgentSummary
  'agents.interrupt': AgentSummary
  'agents.composing': { heard: true }
  'agents.retry': AgentSummary
  'agents.stopTask': AgentSummary
  'agents.taskOutput': TaskOutput
  'agents.seen': { readonly seen: true }
  'agents.sleep': AgentSummary
  'messages.send': SendResult
  'messages.get': MessageView
  'messages.withdraw': MessageView
  'messages.release': MessageView
  'messages.drop': MessageView
  'messages.move': MessageView
  'messages.hasten': MessageView
  'messages.decide': MessageView
  'messages.nudge': MessageView
  'messages.retry': MessageView
  'messages.handOver': MessageView
  'messages.chain': { readonly chain: readonly ChainLink[] }
  'tickets.list': Page<TicketView>
  'tickets.get': TicketView
  'replies.send': SendResult
  'replies.get': ReplyReport
  'threads.get': Thread
  'attempts.page': Page<AttemptView>
  'fleet.get': {
    readonly fleet: FleetView | null
    readonly from: HouseName | null
    readonly server: string | null
  }
  'fleet.found': FleetDone
  'fleet.invite': FleetDone
  'fleet.join': FleetDone
  'fleet.remove': FleetDone
  'fleet.seen': { readonly seen: true }
  'messages.written': Page<WrittenView>
  'peers.seen': { readonly seen: true }
  'seats.decide': { readonly seat: AwaySeatView | null }
  'circles.decide': { readonly seat: CircleSeatView | null }
  'circles.words': Page<CircleWordsView>
  'circles.say': { readonly seat: CircleSeatView }
  'circles.seen': { readonly seen: true }
  'backups.list': { readonly items: readonly BackupReport[] }
  'backups.make': BackupReport
  'backups.restore': { readonly restarts: true }
  'budget.get': BudgetReport
  'budget.change': BudgetReport
  'budget.goOn': BudgetReport
  'costs.get': CostsReport
  'processes.list': ProcessReport
  'links.preview': LinkEstimate
  'links.open': LinkView
  'links.change': LinkView
  'links.close': LinkView
  'links.list': Page<LinkView>
  'links.crossed': Page<CrossingView>
  'heartbeats.set': HeartbeatView
  'heartbeats.list': readonly HeartbeatView[]
  'heartbeats.change': HeartbeatView
  'heartbeats.cancel': HeartbeatView
  /** In their order. */
  'handlers.list': readonly HandlerView[]
  'handlers.make': HandlerView
  'handlers.change': HandlerView
  'handlers.remove': { removed: true }
  'handlers.try': HandlerTrial
  'handlers.answer': { answered: true }
  'transcript.look': SessionLook
  'gatherings.convene': GatheringView
  'gatherings.preview': GatheringPreview
  'gatherings.fork': GatheringView
  'gatherings.replay': GatheringReplay
  'gatherings.get': GatheringView
  'gatherings.list': Page<GatheringLine>
  'gatherings.say': GatheringView
  'gatherings.pass': GatheringView | PassingThere
  'gatherings.steer': GatheringView
  'gatherings.join': GatheringView
  'gatherings.harvester': GatheringView
  'gatherings.card': CardPreview
  'gatherings.file': GatheringView
  'gatherings.export': GatheringExport
  'roles.list': readonly Role[]
  'roles.keep': readonly Role[]
  'roles.delete': readonly Role[]
  'roles.restore': readonly Role[]
  'rhythms.list': readonly Rhythm[]
  'rhythms.keep': readonly Rhythm[]
  'cards.look': { readonly input: string; readonly diffs: readonly FileDiff[]; readonly hash: string }
  'cards.answer': { answered: true }
  'log.page': Page<LogRow>
  'timeline.page': TimelinePage
  'timeline.export': TimelineExport
  'attachments.keep': Attachment
  'attachments.take': Attachment
  'attachments.show': { readonly type: PictureType; readonly data: string }
  'files.find': FilesFound
  'drafts.keep': { kept: true }
  'log.export': LogPart
  'log.save': SavedFile
  'files.save': SavedFile
  'history.search': SearchPage
  'history.find': FoundRows
  'folders.look': FolderLook
  'folders.decide': FolderLook
  'folders.list': { readonly folders: readonly string[] }
  'folders.make': { readonly folder: string }
  'folders.choose': { readonly folder: string | null }
  'pages.open': { opened: true }
  'window.show': { shown: true }
}

/** The window's state when it connects. */
export interface WindowView {
  readonly agents: readonly AgentView[]
  readonly status: AppStatus
  /** Open links, and closed ones whose episode is not over; in order of opening. */
  readonly links: readonly LinkView[]
  /** All that are not closed, and closed ones that were not put away; newest first. */
  readonly gatherings: readonly GatheringView[]
  /** The present day's use. */
  readonly day: DayView
  /** What was not sent yet, by agent; `first` is the first screen's. */
  readonly drafts: Readonly<Record<string, KeptDraft>>
  readonly commands: Readonly<Record<AgentId, readonly SlashCommand[]>>
}
