import type { NoticeResult } from '../agents/user-notices.ts'
import { exportedKinds, type ExportedKind, type LogChunk, type SavedFile } from './log-export.ts'
import type { Attachment, FilesFound, KeptDraft, PictureType } from '../mail/attachments.ts'
import type { ConversationPage, FileUndo } from '../folders/conversations.ts'
import type { LineCommentView } from '../folders/line-comments.ts'
import type { DeniedRequestView } from '../app/denied-requests.ts'
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
import type { AgentOffers } from '../agents/agent-offers.ts'
import type { About } from '../app/about.ts'
import type { BackupReport } from '../app/backups.ts'
import type { UpdateState } from '../app/updates.ts'
import type { CircleSeatView, CircleWordsView, FleetResult, FleetView } from '../fleet/fleet-views.ts'
import type { MachineName } from '../fleet/machines.ts'
import type { TaskView } from '../tasks/tasks.ts'
import type { ClaimResult, FileUseView } from '../edits/edits.ts'
import type { HandlerTrial, HandlerView } from '../handlers/handlers.ts'
import type { CostsReport } from '../budget/costs.ts'
import type { BudgetReport, DayView, LinkEstimate } from '../budget/budget.ts'
import type { ProcessReport } from '../agents/processes.ts'
import type { HeartbeatView } from '../timers/heartbeats.ts'
import type { CrossingView, LinkSaid, LinkView } from '../links/link-views.ts'
import type {
  AwaySeatView,
  CardPreview,
  GatheringExport,
  GatheringPreview,
  GatheringReplay,
  GatheringLine,
  GatheringView,
  RemotePass,
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
  BroadcastResult,
  Thread,
  TicketView,
  WrittenView,
} from '../mail/mail-views.ts'
import type { FileDiff } from '../agents/tool-calls.ts'
import type { AgentId, MessageId } from './model.ts'
import type { Caller, CallerSignal, RequestKind } from './requests.ts'
import type { AgentSummary } from '../agents/agent-summary.ts'
import type {
  AgentView,
  AppStatus,
  FolderReview,
  GroupView,
  Page,
  SettingReport,
  SlashCommand,
  SessionView,
  TabProposalResult,
} from './views.ts'
import type { FoundRows, SearchPage } from '../history/search-views.ts'
import { steering } from '../gatherings/gatherings.ts'
import type {
  HandlerReport,
  TrialReport,
  CrossingReport,
  GatheringReport,
  GatheringSummary,
  HeartbeatReport,
  SearchResultReport,
  LinkReport,
  MessageReport,
  ReplayReport,
  ThreadReport,
  TicketReport,
  WrittenReport,
  StatusReport,
  TimelineReport,
} from './reports.ts'

/** Path parameters and query become fields of the input. */
export interface RequestRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below `/api`; `:agent` and `:id` become fields of the input. */
  readonly path: string
  /** Query parameters, each of which becomes the input field of that name. */
  readonly query?: readonly string[]
  /** Input fields that the path itself determines. */
  readonly says?: { readonly verb?: string; readonly kind?: ExportedKind }
  /** A DELETE that may have a body. */
  readonly body?: 'optional'
}

/**
 * One kind of request: who may send it, its routes and its answer. `Report`: what HTTP callers get instead.
 */
interface RequestRow<Answer = unknown, Report = unknown> {
  readonly allow: readonly Caller['kind'][]
  readonly routes: readonly RequestRoute[]
  /**
   * `reads`: changes nothing that is kept, so a read-only copy of the state answers it too (a draft is lost
   * with the copy). `brings`: starts something new, and is refused when disk space is low. Everything else
   * (replies, answers to cards, stops, drafts) is accepted as long as the disk takes it.
   */
  readonly does: 'reads' | 'brings' | 'changes'
  /** Only for type inference. */
  readonly answer?: Answer
  readonly report?: Report
}

const asked =
  (does: RequestRow['does']) =>
  <Answer, Report = null>(
    allow: readonly Caller['kind'][],
    ...routes: readonly RequestRoute[]
  ): RequestRow<Answer, Report> => ({ allow, routes, does })
const [reads, brings, answers] = [asked('reads'), asked('brings'), asked('changes')]

const windows = ['window'] as const
const users = ['window', 'api'] as const
const everybody = ['window', 'api', 'agent'] as const
const callers = ['api', 'agent'] as const
const agents = ['agent'] as const

const by =
  (method: RequestRoute['method']) =>
  (path: string, ...query: readonly string[]): RequestRoute => ({
    method,
    path,
    ...(query.length > 0 ? { query } : {}),
  })
const [get, post, patch, remove] = [by('GET'), by('POST'), by('PATCH'), by('DELETE')]

const timelineFilter = ['kinds', 'agent', 'link', 'gathering', 'q', 'since', 'until'] as const

/**
 * All requests, in the order of the routes. No schemas here, since the tools and the command bundle this
 * table; the schemas are in `requests.ts`.
 */
export const requestRows = {
  'agents.list': reads<readonly AgentSummary[]>(everybody, get('/agents')),
  'agents.create': brings<AgentSummary>(users, post('/agents')),
  'agents.change': answers<AgentSummary>(users, patch('/agents/:agent')),
  'agents.close': answers<{ closed: true }>(users, remove('/agents/:agent', 'forever')),
  'agents.reopen': answers<AgentSummary>(users, post('/agents/:agent/reopen')),
  'agents.restart': answers<AgentSummary>(users, post('/agents/:agent/restart')),
  'agents.interrupt': answers<AgentSummary>(users, post('/agents/:agent/interrupt')),
  'messages.send': brings<SendResult>(everybody, post('/agents/:agent/message')),
  /** Content that is in no file: the answer has the path that a message can attach. */
  'attachments.keep': answers<Attachment>(users, post('/attachments')),
  'attachments.take': answers<Attachment>(users),
  'attachments.show': answers<{ readonly type: PictureType; readonly data: string }>(windows),
  'conversations.list': answers<ConversationPage>(
    users,
    get('/conversations', 'kind', 'folder', 'q', 'limit', 'cursor'),
  ),
  'conversations.open': answers<AgentSummary>(users, post('/conversations/:id/open')),
  'conversations.delete': answers<{ readonly deleted: true }>(users, remove('/conversations/:id', 'kind')),
  /** `draft`: the prompt to edit. */
  'agents.fork': answers<{ readonly agent: AgentSummary; readonly draft: string }>(
    users,
    post('/agents/:agent/fork'),
  ),
  'agents.undoFiles': answers<FileUndo>(users, post('/agents/:agent/undo-files')),
  /** Null: the name is valid. */
  'agents.checkName': answers<{ readonly problem: string | null }>(windows),
  'agents.duplicate': brings<AgentSummary>(windows),
  'agents.revoke': answers<AgentSummary>(windows),
  'agents.addFolder': answers<AgentSummary>(windows),
  'agents.stop': answers<AgentSummary>(windows),
  'agents.composing': answers<{ heard: true }>(windows),
  'agents.retry': answers<AgentSummary>(windows),
  'agents.stopTask': answers<AgentSummary>(windows),
  'agents.taskOutput': answers<TaskOutput>(windows),
  'agents.seen': answers<{ readonly seen: true }>(windows),
  'agents.sleep': answers<AgentSummary>(windows),
  'changes.list': reads<ChangeList>(users, get('/agents/:agent/changes', 'span', 'n')),
  'changes.look': reads<FileChange>(users, get('/agents/:agent/changes/file', 'span', 'n', 'path')),
  'changes.revert': answers<Reverted>(users, post('/agents/:agent/changes/revert')),
  'changes.putBack': answers<{ readonly files: readonly string[] }>(
    users,
    post('/agents/:agent/changes/put-back'),
  ),
  'comments.list': reads<readonly LineCommentView[]>(users, get('/agents/:agent/comments')),
  'comments.add': answers<readonly LineCommentView[]>(users, post('/agents/:agent/comments')),
  'comments.change': answers<readonly LineCommentView[]>(users, patch('/agents/:agent/comments/:id')),
  'comments.remove': answers<readonly LineCommentView[]>(users, remove('/agents/:agent/comments/:id')),
  'comments.send': brings<{ readonly message: MessageId; readonly comments: number }>(
    users,
    post('/agents/:agent/comments/send'),
  ),
  'worktrees.plan': reads<WorktreePlan>(users, get('/worktrees/plan', 'folder', 'name')),
  'worktrees.look': reads<WorktreeLook>(users, get('/agents/:agent/worktree')),
  'worktrees.bringBack': answers<BroughtBack>(users, post('/agents/:agent/worktree/bring-back')),
  'worktrees.throwAway': answers<AgentSummary>(users, post('/agents/:agent/worktree/throw-away')),
  'worktrees.setUp': answers<AgentSummary>(users, post('/agents/:agent/worktree/setup')),
  'worktrees.output': reads<{ readonly text: string }>(users, get('/agents/:agent/worktree/output')),
  'groups.list': reads<readonly GroupView[]>(everybody, get('/groups')),
  'groups.make': answers<readonly GroupView[]>(users, post('/groups')),
  'groups.change': answers<readonly GroupView[]>(users, patch('/groups/:group')),
  'groups.delete': answers<readonly GroupView[]>(users, remove('/groups/:group')),
  /** The group `all` is every agent. */
  'messages.broadcast': brings<BroadcastResult>(everybody, post('/groups/:group/message')),
  'roles.list': answers<readonly Role[]>(everybody, get('/roles')),
  'roles.keep': answers<readonly Role[]>(users, post('/roles')),
  'roles.delete': answers<readonly Role[]>(users, remove('/roles/:role')),
  'roles.restore': answers<readonly Role[]>(users, post('/roles/restore')),
  'notices.send': brings<NoticeResult>(agents, post('/notices')),
  'tabs.propose': brings<TabProposalResult>(agents, post('/tabs')),
  'tabs.decide': answers<TabProposalResult>(
    users,
    { ...post('/tabs/:id/open'), says: { verb: 'open' } },
    { ...post('/tabs/:id/refuse'), says: { verb: 'refuse' } },
  ),
  /** Since when everything is stopped, ISO 8601; null: nothing is. */
  'app.stop': answers<{ readonly stopped: string | null }>(users, post('/stop')),
  'app.goOn': answers<{ readonly stopped: string | null }>(users, post('/go-on')),
  'app.status': reads<AppStatus, StatusReport>(users, get('/status')),
  'app.about': reads<About>(users, get('/about')),
  'app.licences': reads<{ readonly text: string }>(users, get('/licences')),
  'app.check': answers<AppStatus>(users),
  'app.look': reads<AppStatus>(users),
  'programs.offers': reads<AgentOffers>(users, get('/programs')),
  'programs.updateOffers': answers<AgentOffers>(windows),
  'programs.install': brings<AppStatus, StatusReport>(users, post('/programs/:kind')),
  'programs.cancel': answers<AppStatus>(windows),
  'programs.remove': answers<AppStatus, StatusReport>(users, remove('/programs/:kind')),
  'app.putNoticesAway': answers<AppStatus>(windows),
  /** Address of the demo window with its one-time code; null when this window navigates there itself. */
  'app.rehearse': answers<{ readonly address: string | null }>(windows),
  /** The sign-in page, if the program named one. */
  'app.signIn': answers<{ readonly address: string | null; readonly takesCode: boolean }>(windows),
  'app.signInCode': answers<AppStatus>(windows),
  'updates.check': answers<UpdateState>(users, post('/updates/check')),
  'updates.restart': answers<UpdateState>(users, post('/updates/restart')),
  'processes.list': reads<ProcessReport>(users, get('/processes')),
  'settings.get': reads<readonly SettingReport[]>(users, get('/settings')),
  'settings.change': answers<readonly SettingReport[]>(users, patch('/settings')),
  'history.search': reads<SearchPage, Page<SearchResultReport> & { readonly total: number | null }>(
    everybody,
    get('/history', 'q', 'of', 'agent', 'author', 'before', 'after', 'limit', 'cursor'),
  ),
  'history.find': answers<FoundRows>(windows),
  'timeline.page': reads<TimelinePage, Page<TimelineReport> & { readonly total: number | null }>(
    users,
    get('/timeline', ...timelineFilter, 'cursor', 'limit'),
  ),
  'timeline.export': reads<TimelineExport>(users, get('/timeline/export', ...timelineFilter, 'format')),
  'transcript.look': reads<SessionView>(everybody, get('/agents/:agent/transcript', 'cursor', 'limit')),
  'log.export': answers<LogChunk>(
    users,
    ...exportedKinds.map((kind) => ({
      ...get(`${kind === 'circle' ? '/fleet' : ''}/${kind}s/:id/export`, 'format', 'tools', 'cursor'),
      says: { kind },
    })),
  ),
  'log.page': reads<Page<LogRow>>(windows),
  'log.save': answers<SavedFile>(windows),
  'denials.page': reads<Page<DeniedRequestView>>(users, get('/refused', 'cursor', 'limit')),
  'backups.list': reads<{ readonly items: readonly BackupReport[] }>(users, get('/backups')),
  'backups.make': answers<BackupReport>(users, post('/backups')),
  'backups.restore': answers<{ readonly restarts: true }>(windows),
  'fleet.get': reads<{
    readonly fleet: FleetView | null
    readonly from: MachineName | null
    readonly server: string | null
  }>(users, get('/fleet')),
  'fleet.found': answers<FleetResult>(users, post('/fleet')),
  'fleet.invite': answers<FleetResult>(users, post('/fleet/machines')),
  'fleet.join': answers<FleetResult>(users, post('/fleet/join')),
  'fleet.remove': answers<FleetResult>(users, remove('/fleet/machines/:name')),
  'fleet.seen': answers<{ readonly seen: true }>(windows),
  'seats.decide': answers<{ readonly seat: AwaySeatView | null }>(users, post('/agents/:agent/seat')),
  'circles.decide': answers<{ readonly seat: CircleSeatView | null }>(
    users,
    post('/fleet/circles/:circle/seat'),
  ),
  'circles.words': answers<Page<CircleWordsView>>(
    users,
    get('/fleet/circles/:circle/words', 'limit', 'cursor'),
  ),
  'circles.say': answers<{ readonly seat: CircleSeatView }>(users, post('/fleet/circles/:circle/say')),
  'circles.seen': answers<{ readonly seen: true }>(users, post('/fleet/circles/:circle/seen')),
  'messages.written': reads<Page<WrittenView>, Page<WrittenReport>>(
    users,
    get('/agents/:agent/written', 'limit', 'cursor'),
  ),
  'budget.get': reads<BudgetReport>(users, get('/budget')),
  'costs.get': answers<CostsReport>(users, get('/costs', 'days', 'before')),
  'budget.change': answers<BudgetReport>(users, patch('/budget')),
  'budget.goOn': answers<BudgetReport>(users, post('/budget/go-on')),
  'links.preview': answers<LinkEstimate>(users, post('/links/preview')),
  'links.open': brings<LinkView, LinkReport>(everybody, post('/links')),
  'links.list': reads<Page<LinkView>, Page<LinkReport>>(everybody, get('/links', 'state', 'limit', 'cursor')),
  'links.say': answers<LinkSaid>(users, post('/links/:id/message')),
  'links.change': answers<LinkView, LinkReport>(everybody, patch('/links/:id')),
  'links.close': answers<LinkView, LinkReport>(
    everybody,
    { ...remove('/links/:id'), body: 'optional' },
    // For clients that cannot send a body with DELETE.
    post('/links/:id/close'),
  ),
  'links.crossed': reads<Page<CrossingView>, Page<CrossingReport>>(
    callers,
    get('/links/:id/crossings', 'limit', 'cursor'),
  ),
  'heartbeats.set': brings<HeartbeatView, HeartbeatReport>(everybody, post('/heartbeats')),
  'heartbeats.list': reads<readonly HeartbeatView[], readonly HeartbeatReport[]>(
    everybody,
    get('/heartbeats', 'agent'),
  ),
  'heartbeats.change': answers<HeartbeatView, HeartbeatReport>(everybody, patch('/heartbeats/:id')),
  'heartbeats.cancel': answers<HeartbeatView, HeartbeatReport>(everybody, remove('/heartbeats/:id')),
  'handlers.list': reads<readonly HandlerView[], readonly HandlerReport[]>(
    users,
    get('/agents/:agent/handlers'),
  ),
  'handlers.make': answers<HandlerView, HandlerReport>(users, post('/agents/:agent/handlers')),
  'handlers.try': answers<HandlerTrial, TrialReport>(users, post('/agents/:agent/handlers/try')),
  'handlers.change': answers<HandlerView, HandlerReport>(users, patch('/agents/:agent/handlers/:id')),
  'handlers.remove': answers<{ removed: true }>(users, remove('/agents/:agent/handlers/:id')),
  'handlers.answer': answers<{ answered: true }>(windows),
  'edits.list': reads<readonly FileUseView[]>(users, get('/files', 'agent')),
  'edits.claim': answers<ClaimResult>(agents, post('/files/claim')),
  'tasks.list': reads<readonly TaskView[]>(everybody, get('/tasks', 'state')),
  'tasks.add': brings<TaskView>(everybody, post('/tasks')),
  'tasks.change': answers<TaskView>(everybody, patch('/tasks/:id')),
  'messages.deliverAnyway': answers<MessageView, MessageReport>(users, post('/messages/:id/deliver-anyway')),
  'gatherings.convene': brings<GatheringView, GatheringReport>(everybody, post('/gatherings')),
  'gatherings.preview': answers<GatheringPreview>(users, post('/gatherings/preview')),
  'gatherings.list': reads<Page<GatheringLine>, Page<GatheringSummary>>(
    everybody,
    get('/gatherings', 'state', 'limit', 'cursor'),
  ),
  'gatherings.get': reads<GatheringView, GatheringReport>(everybody, get('/gatherings/:id')),
  'gatherings.fork': brings<GatheringView, GatheringReport>(users, post('/gatherings/:id/fork')),
  'gatherings.replay': reads<GatheringReplay, ReplayReport>(users, get('/gatherings/:id/replay', 'step')),
  'gatherings.export': reads<GatheringExport>(users, get('/gatherings/:id/export')),
  'gatherings.say': brings<GatheringView, GatheringReport>(users, post('/gatherings/:id/say')),
  'gatherings.pass': answers<GatheringView | RemotePass, GatheringReport | RemotePass>(
    everybody,
    post('/gatherings/:id/pass'),
    // Without an id: an agent holds at most one piece.
    post('/gatherings/pass'),
  ),
  'gatherings.join': brings<GatheringView, GatheringReport>(users, post('/gatherings/:id/join')),
  'gatherings.harvester': answers<GatheringView, GatheringReport>(users, post('/gatherings/:id/harvester')),
  'gatherings.steer': answers<GatheringView, GatheringReport>(
    users,
    ...steering.map((verb) => ({ ...post(`/gatherings/:id/${verb}`), says: { verb } })),
  ),
  'gatherings.card': answers<CardPreview>(users, get('/gatherings/:id/cards/:card', 'home')),
  'gatherings.file': answers<GatheringView, GatheringReport>(users, post('/gatherings/:id/cards/:card')),
  'rhythms.list': reads<readonly Rhythm[]>(users, get('/rhythms')),
  'rhythms.keep': answers<readonly Rhythm[]>(users, post('/rhythms')),
  'messages.get': reads<MessageView, MessageReport>(everybody, get('/messages/:id', 'offset')),
  'messages.withdraw': answers<MessageView>(windows),
  'messages.release': answers<MessageView>(windows),
  'messages.drop': answers<MessageView>(windows),
  'messages.move': answers<MessageView>(windows),
  'messages.hasten': answers<MessageView>(windows),
  'messages.decide': answers<MessageView>(windows),
  'messages.nudge': answers<MessageView>(windows),
  'messages.retry': answers<MessageView>(windows),
  'messages.chain': reads<{ readonly chain: readonly ChainLink[] }>(windows),
  'tickets.list': reads<Page<TicketView>, Page<TicketReport>>(
    everybody,
    get('/tickets', 'state', 'limit', 'cursor'),
  ),
  'tickets.get': reads<TicketView, TicketReport>(everybody, get('/tickets/:id')),
  'replies.send': answers<SendResult>(agents, post('/replies')),
  'replies.get': reads<ReplyReport>(everybody, get('/replies/:id', 'waitMs')),
  'threads.get': reads<Thread, ThreadReport>(everybody, get('/threads/:id', 'limit', 'cursor')),
  'files.open': reads<FileOpened>(windows),
  'files.find': answers<FilesFound>(windows),
  'files.save': answers<SavedFile>(windows),
  'editors.list': reads<{ readonly editors: readonly ProgramOffer[] }>(windows),
  'terminals.list': reads<{ readonly terminals: readonly ProgramOffer[] }>(windows),
  'terminals.open': reads<{ readonly folder: string }>(windows),
  'peers.seen': answers<{ readonly seen: true }>(windows),
  'cards.look': reads<{
    readonly input: string
    readonly diffs: readonly FileDiff[]
    readonly hash: string
  }>(windows),
  'cards.answer': answers<{ answered: true }>(windows),
  'drafts.keep': reads<{ kept: true }>(windows),
  'folders.look': answers<FolderReview>(windows),
  'folders.decide': answers<FolderReview>(windows),
  'folders.list': answers<{ readonly folders: readonly string[] }>(windows),
  'folders.make': answers<{ readonly folder: string }>(windows),
  'folders.choose': answers<{ readonly folder: string | null }>(windows),
  'pages.open': reads<{ opened: true }>(windows),
  'window.show': reads<{ shown: true }>(windows),
} as const satisfies Record<RequestKind, RequestRow>

type Rows = typeof requestRows

export type RequestAnswers = {
  readonly [K in RequestKind]: Rows[K] extends RequestRow<infer Answer> ? Answer : never
}

/** Kinds whose answers HTTP callers get in another shape. */
export type ReportedKind = {
  [K in RequestKind]: Rows[K] extends RequestRow<unknown, null> ? never : K
}[RequestKind]

export type ReportAnswers = {
  readonly [K in RequestKind]: K extends ReportedKind
    ? Rows[K] extends RequestRow<unknown, infer Report>
      ? Report
      : never
    : RequestAnswers[K]
}

/**
 * Sends a request as a caller of the HTTP API; `gone` aborts when the caller stops waiting. Rejects with
 * `RefusedError`.
 */
export type Report = <K extends RequestKind>(
  caller: Caller,
  kind: K,
  input: unknown,
  gone?: CallerSignal,
) => Promise<ReportAnswers[K]>

/** The window's state when it connects. */
export interface WindowView {
  readonly agents: readonly AgentView[]
  readonly status: AppStatus
  /** Open links, and closed ones until their episode is over; in order of opening. */
  readonly links: readonly LinkView[]
  /** All but archived ones, newest first. */
  readonly gatherings: readonly GatheringView[]
  /** Today's usage. */
  readonly day: DayView
  /** Unsent drafts by agent; `first` is the first screen's. */
  readonly drafts: Readonly<Record<string, KeptDraft>>
  readonly commands: Readonly<Record<AgentId, readonly SlashCommand[]>>
}
