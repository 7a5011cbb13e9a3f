import type { Durability, DiskPlace } from '../contract/app/disk.ts'
import type { TaskOutput } from '../contract/agents/background.ts'
import type { DraftStore } from './attachments.ts'
import type { HeartbeatId } from '../contract/timers/heartbeats.ts'
import type { Day } from '../contract/budget/budget.ts'
import type { AgentKind } from '../contract/agents/kinds.ts'
import type { BuildFacts, RuntimeFacts } from '../contract/app/about.ts'
import type { ProgramDownload } from '../contract/agents/program-downloads.ts'
import type { Crossing, Link, LinkId } from '../contract/links/links.ts'
import type { AgentId, Author, Entry, FolderTrust, MessageId, TurnId } from '../contract/api/model.ts'
import type { Conversations } from './conversations.ts'
import type { Message } from '../contract/mail/messages.ts'
import type { TimelineEntry, TimelineKind } from '../contract/history/timeline-entries.ts'
import type { PlanLimit } from '../contract/budget/plan.ts'
import type { CircleWords } from '../contract/gatherings/circle-words.ts'
import type { Gathering, GatheringId } from '../contract/gatherings/gatherings.ts'
import type { Utterance } from '../contract/gatherings/utterances.ts'
import type { Delta, FeedEvent } from '../contract/api/feed.ts'
import type { SettingName, Settings } from '../contract/app/settings.ts'
import type { OwnServer } from '../contract/agents/tool-calls.ts'
import type { ModelOffer } from '../contract/agents/model-offers.ts'
import type { BackendCheck, FolderReview, SlashCommand } from '../contract/api/views.ts'
import type { Fact, FileRead } from '../core/step/events.ts'
import type { AgentEffect, Effect, Row } from '../core/step/effects.ts'
import type { NameKeys, ProcessRecord } from '../core/step/state.ts'
import type { Turn } from '../core/step/frames-and-turns.ts'
import type { Loaded } from '../core/recover.ts'
import type { Searchable } from './search-query.ts'
import type { BackupView } from '../contract/app/backups.ts'

export type { Block, Decision, Fact, FileRead, Located, Outcome, SeenEnd } from '../core/step/events.ts'
export type { AgentEffect, Effect, Launch, PictureRef, Row } from '../core/step/effects.ts'
export type { Machine, Outgoing } from '../core/step/machines.ts'
export type { Loaded } from '../core/recover.ts'
export type { Agent, NameKeys, ProcessRecord } from '../core/step/state.ts'
export type { ForkOf, ForkPlace } from './conversations.ts'
export type { Entrance, Frame, FramePhase, Turn } from '../core/step/frames-and-turns.ts'

/** The only source of time. Milliseconds since 1970 UTC. */
export interface Clock {
  /**
   * `now` is the wall clock, which may be set. `steady` is monotonic, in ms, and may pause while the machine
   * sleeps.
   */
  now(): number
  steady(): number
  /** Local time minus UTC at `at`, in ms; east is positive. */
  offset(at: number): number
  /** Calls `fn` once after `ms` of the steady clock. Returns a function that cancels it. */
  after(ms: number, fn: () => void): () => void
}

/** Receives facts and streamed text of agents. Calls return at once and never throw. */
export interface BackendSink {
  fact(fact: Fact): void
  delta(delta: Delta): void
  offered(agent: AgentId, offer: BackendOffer): void
  /** Rate limits of the account's plan; limits that are not in the list are unchanged. */
  limited(agent: AgentId, limits: readonly PlanLimit[]): void
}

export interface BackendOffer {
  readonly commands: readonly SlashCommand[]
  readonly models: readonly ModelOffer[]
}

export interface Backend extends Conversations {
  /** Call once, before anything else. */
  connect(sink: BackendSink): void
  /** Returns at once and never throws; the result comes as facts. */
  perform(effect: AgentEffect): void
  /** The tail of a background task's output. */
  taskOutput(agent: AgentId, task: string): Promise<TaskOutput>
  /** Ends processes left over from an earlier run of the app; resolves when all are gone. */
  endOrphans(processes: readonly ProcessRecord[]): Promise<void>
  /**
   * Ends every process gracefully, then by force; resolves when all are gone. The sink gets nothing from then
   * on.
   */
  close(): Promise<void>
  /** Like `close`, but by force at once; also allowed during a `close`. */
  abort(): Promise<void>
}

/** Thrown by `Store.commit` when the disk is full or not writable; nothing was stored. */
export class StoreFullError extends Error {
  override readonly name = 'StoreFullError'
}

export interface LinkQuery {
  readonly state: 'open' | 'closed' | 'all'
  readonly member: AgentId | null
}

/** `listed`: not archived by the user. */
export interface GatheringQuery {
  readonly state: 'open' | 'closed' | 'all' | 'listed'
  /** Only gatherings in which this agent sits or harvests, or that it proposed. */
  readonly member: AgentId | null
}

/** Files in agents' folders that handlers reply with. */
export interface AnswerFiles {
  /** Call once, before anything else. */
  connect(found: (read: FileRead) => void): void
  /** Returns at once and never throws; the content comes as a `FileRead`. */
  perform(effect: Extract<Effect, { do: 'handler.readFile' }>): void
  /** Reads synchronously, for a handler's dry run. Never throws. */
  look(folder: string, path: string): FileWords
}

/** `text` null: not usable as a reply; `problem` tells the user why. */
export type FileWords = Pick<FileRead, 'text' | 'problem'>

/** `place` counts all crossings ever, from 1. */
export interface PlacedCrossing extends Crossing {
  readonly place: number
}

/** All conditions must match; an empty list, null and empty text match everything. */
export interface TimelineQuery {
  readonly kinds: readonly TimelineKind[]
  readonly agents: readonly AgentId[]
  readonly link: LinkId | null
  readonly gathering: GatheringId | null
  /** Syntax of the search. */
  readonly text: string
  /**
   * Milliseconds, inclusive. Times are monotonic: an entry made after the clock was set back counts at the
   * latest time before.
   */
  readonly since: number | null
  readonly until: number | null
}

/** `n` is its place in the timeline. */
export interface PlacedTimelineEntry extends TimelineEntry {
  readonly n: number
}

/** Synchronous: when `commit` returns, the rows are on disk, or with `written` at least handed to the system. */
export interface Store extends Searchable, DraftStore {
  load(): Loaded
  /** Writes all rows in order, or none. Throws `StoreFullError`. */
  commit(rows: readonly Row[], kept?: Durability): void
  message(id: MessageId): Message | null
  /** Idempotency keys never expire. */
  messageByKey(from: Author, key: string): Message | null
  /** Messages of a conversation in order; `party`: only those it sent or received. */
  thread(thread: MessageId, offset: number, limit: number, party?: AgentId): readonly Message[]
  /** Messages from agents, newest first, with `seq < before`. */
  received(agent: AgentId, before: number | null, limit: number): readonly Message[]
  /** Messages from the user, newest first, with `seq < before`. */
  written(to: AgentId, before: number | null, limit: number): readonly Message[]
  /** Number of messages of a conversation with `seq <= upTo`; null: all. */
  threadLength(thread: MessageId, upTo: number | null): number
  /**
   * Messages that expect a reply, newest first, with `seq < before`. `party`: asked by or of this agent, or
   * asked by the user.
   */
  tickets(party: AgentId | 'user', before: number | null, limit: number): readonly Message[]
  link(id: LinkId): Link | null
  /** Newest first. */
  links(of: LinkQuery, offset: number, limit: number): readonly Link[]
  /** The newest `limit` crossings with a place below `before`, oldest first. */
  crossings(link: LinkId, before: number | null, limit: number): readonly PlacedCrossing[]
  /** Null if nothing of the turn crossed the link. */
  crossingOf(link: LinkId, turn: TurnId): Crossing | null
  /** Whether anything of the turn crossed any link. */
  hasCrossed(turn: TurnId): boolean
  /** The oldest `limit` crossings with a place above `after`, oldest first. */
  crossingsAfter(link: LinkId, after: number, limit: number): readonly PlacedCrossing[]
  /** Daily sums before this date, newest first. */
  days(before: string | null, limit: number): readonly Day[]
  gathering(id: GatheringId): Gathering | null
  /** Newest first. */
  gatherings(of: GatheringQuery, offset: number, limit: number): readonly Gathering[]
  /** Idempotency keys never expire. */
  gatheringByKey(by: Author, key: string): Gathering | null
  /** The newest `limit` rows with a place below `before`, oldest first. */
  utterances(gathering: GatheringId, before: number | null, limit: number): readonly Utterance[]
  /** The newest `limit` matching entries with a place below `before`, oldest first. */
  timeline(of: TimelineQuery, before: number | null, limit: number): readonly PlacedTimelineEntry[]
  /** Counts up to `most`. */
  timelineCount(of: TimelineQuery, most: number): number
  turn(id: TurnId): Turn | null
  /** The first turn that the timer started after its agent's turn number `after`. */
  turnOfTimer(heartbeat: HeartbeatId, after: number): Turn | null
  /** The turn's number in its agent, from 1, or null. */
  turnNumber(turn: TurnId): number | null
  /** The newest `limit` rows of a transcript with `n < before`, oldest first. */
  entries(agent: AgentId, before: number | null, limit: number): readonly Entry[]
  /** Rows about file changes, oldest first: tool calls that edit, their results, and reverts. */
  edits(agent: AgentId): readonly Entry[]
  /** Full-text search of gatherings (rows that are not sealed, and harvests), best first. */
  searchCircles(query: string, limit: number): readonly CircleWords[]
  close(): void
}

/** Janus's own MCP servers over HTTP, for one agent. */
export interface ToolEndpoints {
  readonly urls: Readonly<Record<OwnServer, string>>
  /** Goes only into the memory of the agent's process: never into an argument, a URL or a log. */
  readonly token: string
}

/** An agent's credentials, until revoked. */
export interface Identity {
  /** Owner-only file with the same content. */
  readonly file: string
  readonly tools: ToolEndpoints
}

/** Secrets that identify callers; in memory and owner-only files, never in the store. */
export interface Identities {
  /** Issues a new token and revokes the old one. */
  issue(agent: AgentId): Identity
  revoke(agent: AgentId): void
  /** Compares in constant time. */
  holder(token: string): { readonly kind: 'api' } | { readonly kind: 'agent'; readonly id: AgentId } | null
}

export type NameProblem = 'empty' | 'long' | 'character' | 'reserved'

/** Name rules that need Unicode tables. */
export interface NameRules {
  /** `detail` is for the user: what is wrong and what to do. */
  read(
    written: string,
  ):
    | { readonly ok: true; readonly keys: NameKeys }
    | { readonly ok: false; readonly problem: NameProblem; readonly detail: string }
}

/** The listener gets a snapshot at once, then every change. Returns a function that unsubscribes. */
export interface FeedSource {
  subscribe(listener: (event: FeedEvent) => void): () => void
}

export interface SettingsBook {
  values(): Settings
  /** Saved before it returns. Throws `StoreFullError`. */
  change(patch: Partial<Settings>): Settings
  /** Whether anyone set it since the book was opened, even to the same value. */
  isSet(name: SettingName): boolean
}

/** The user's decisions about folders that bring settings, hooks and MCP servers for agents of a kind. */
export interface TrustBook {
  /** Inspects the folder without running or following anything in it. */
  look(folder: string, kind: AgentKind): Promise<FolderReview>
  /**
   * Saves a decision about exactly the content that was shown; resolves with null if it has changed since.
   */
  decide(
    folder: string,
    kind: AgentKind,
    hash: string,
    decision: 'trust' | 'refuse',
  ): Promise<FolderReview | null>
}

/** Whether an agent's process may load its folder's own settings; asked at each start. */
export type TrustAtStart = (folder: string) => Promise<FolderTrust>

export interface Installation {
  /** As in "the … CLI". */
  readonly name: string
  /** Instruction files that its agents read from a folder. */
  readonly memoryFiles: readonly string[]
  /**
   * Offered before a process has reported its own list. The first has an empty value: the program's default.
   */
  readonly models: readonly ModelOffer[]
  /** Checks again. Never rejects. */
  check(): Promise<BackendCheck>
  signIn(): Promise<SignIn>
  /** Aborts running checks; resolves when their processes are gone. Nothing may be called afterwards. */
  close(): Promise<void>
}

/** By kind; a kind without an entry can't be started. */
export type Installations = Readonly<Partial<Record<AgentKind, Installation>>>

/** Agent programs that Janus can download, each in one version with a known hash. */
export interface ProgramDownloads {
  /** Null if there is none for this system. */
  view(kind: AgentKind): ProgramDownload | null
  /** Path of the installed program, or null. */
  path(kind: AgentKind): string | null
  /** Starts a download or joins the running one. Never rejects; `view` has the result. */
  begin(kind: AgentKind): Promise<void>
  /** Cancels a download; a later one resumes from the partial file. */
  cancel(kind: AgentKind): void
  /** Returns why it can't be removed, as a message for the user, or null. */
  remove(kind: AgentKind): string | null
  /** `changed` is called whenever a view changes. */
  connect(changed: (kind: AgentKind) => void): void
  /** Aborts running downloads. */
  close(): Promise<void>
}

/** Finds a program by path, or by name on the user's PATH; null if there is none. */
export type FindProgram = (name: string) => string | null

export interface SignIn {
  readonly address: string | null
  /** The page may show a code to be passed to `code`; otherwise the program notices by itself. */
  readonly takesCode: boolean
  code(code: string): void
  /** Resolves when it has ended, successfully or not. Never rejects. */
  readonly ended: Promise<void>
  cancel(): void
}

export interface BuildBook {
  readonly facts: BuildFacts
  readonly runtime: RuntimeFacts
  /** License texts of everything that ships. Rejects if the build has none. */
  licences(): Promise<string>
}

export interface BackupBook {
  /** Backups in the state folder, newest first. */
  list(): readonly BackupView[]
  /**
   * Writes to the state folder, or to a full path that doesn't exist yet. Rejects with a `StoreFullError` for
   * the user.
   */
  make(path: string | null): Promise<BackupView>
  /** Marks a backup to be restored at the next start. Throws `StoreFullError`. */
  wish(name: string): void
}

export interface WatchedDisk {
  readonly of: DiskPlace
  readonly path: string
}

export interface DiskMonitor {
  /** Each disk once; that of the state folder first. */
  readonly disks: readonly WatchedDisk[]
  /** Free bytes on the disk of a folder; null if unknown. Cheap; never throws. */
  free(path: string): number | null
}
