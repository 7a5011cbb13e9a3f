import type { CrossingReport, HeartbeatReport, LinkReport, LinkView, SessionLook } from './link-views.ts'
import type {
  CardPreview,
  GatheringExport,
  GatheringPreview,
  GatheringReport,
  GatheringSummary,
  GatheringView,
} from './gathering-views.ts'
import type { LogRow } from './log.ts'
import type { Rhythm } from './rhythms.ts'
import type { ChainLink, MessageReport, ReplyReport, SendResult, Thread, TicketReport } from './mail-views.ts'
import type { AgentId } from './model.ts'
import type {
  AgentSummary,
  AgentView,
  AppStatus,
  FolderLook,
  Page,
  SearchHit,
  SettingReport,
  SlashCommand,
} from './views.ts'

/** What each kind answers with. */
export interface RequestAnswers {
  'app.status': AppStatus
  'app.check': AppStatus
  /** Where the rehearsal's window is, with its one-time code; null where this window goes there by itself. */
  'app.rehearse': { readonly address: string | null }
  /** The page to sign in at, if the CLI named one. */
  'app.signIn': { readonly address: string | null }
  'app.signInCode': AppStatus
  'settings.get': readonly SettingReport[]
  'settings.change': readonly SettingReport[]
  'agents.list': readonly AgentSummary[]
  'agents.create': AgentSummary
  'agents.change': AgentSummary
  'agents.duplicate': AgentSummary
  'agents.revoke': AgentSummary
  'agents.close': { closed: true }
  'agents.reopen': AgentSummary
  'agents.stop': AgentSummary
  'agents.restart': AgentSummary
  'agents.interrupt': AgentSummary
  'agents.composing': { heard: true }
  'agents.retry': AgentSummary
  'messages.send': SendResult
  'messages.get': MessageReport
  'messages.withdraw': MessageReport
  'messages.release': MessageReport
  'messages.drop': MessageReport
  'messages.move': MessageReport
  'messages.hasten': MessageReport
  'messages.decide': MessageReport
  'messages.nudge': MessageReport
  'messages.retry': MessageReport
  'messages.chain': { readonly chain: readonly ChainLink[] }
  'tickets.list': Page<TicketReport>
  'tickets.get': TicketReport
  'replies.send': SendResult
  'replies.get': ReplyReport
  'threads.get': Thread
  'links.open': LinkReport
  'links.change': LinkReport
  'links.close': LinkReport
  'links.list': Page<LinkReport>
  'links.crossed': Page<CrossingReport>
  'heartbeats.set': HeartbeatReport
  'heartbeats.list': readonly HeartbeatReport[]
  'heartbeats.change': HeartbeatReport
  'heartbeats.cancel': HeartbeatReport
  'transcript.look': SessionLook
  'gatherings.convene': GatheringReport
  'gatherings.preview': GatheringPreview
  'gatherings.get': GatheringReport
  'gatherings.list': Page<GatheringSummary>
  'gatherings.say': GatheringReport
  'gatherings.pass': GatheringReport
  'gatherings.steer': GatheringReport
  'gatherings.card': CardPreview
  'gatherings.file': GatheringReport
  'gatherings.export': GatheringExport
  'rhythms.list': readonly Rhythm[]
  'rhythms.keep': readonly Rhythm[]
  'cards.look': { readonly input: string; readonly hash: string }
  'cards.answer': { answered: true }
  'log.page': Page<LogRow>
  'drafts.keep': { kept: true }
  'history.search': Page<SearchHit>
  'folders.look': FolderLook
  'folders.decide': FolderLook
  'folders.list': { readonly folders: readonly string[] }
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
  /** What was not sent yet, by agent; `first` is the first screen's. */
  readonly drafts: Readonly<Record<string, string>>
  readonly commands: Readonly<Record<AgentId, readonly SlashCommand[]>>
}
