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
import type { BackendCheck, FolderLook, SlashCommand } from '../contract/api/views.ts'
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
  /** The wall clock: it may be set. `steady`, for spans: ms by one that never is; it may stand while the machine sleeps. */
  now(): number
  steady(): number
  /** The user's local time less UTC at a time, in ms; east is positive. */
  offset(at: number): number
  /** Calls `fn` once after `ms` of the steady clock; the answer cancels it. */
  after(ms: number, fn: () => void): () => void
}

/** Where facts and streaming text of the agents go. Calls return at once and never throw. */
export interface BackendSink {
  fact(fact: Fact): void
  delta(delta: Delta): void
  /** What a process that has just started offers. */
  offered(agent: AgentId, offer: BackendOffer): void
  /** Limits of the plan that it works with, as they are told; all others are as before. */
  limited(agent: AgentId, limits: readonly PlanLimit[]): void
}

/** What a process says of itself when it starts. */
export interface BackendOffer {
  readonly commands: readonly SlashCommand[]
  readonly models: readonly ModelOffer[]
}

/** The agents' processes. One per awake agent. */
export interface Backend extends Conversations {
  /** Must be called once, before anything else. */
  connect(sink: BackendSink): void
  /** Carries out one effect. Returns at once; never throws; what becomes of it comes as facts. */
  perform(effect: AgentEffect): void
  /** The end of what something has written that runs beside an agent's turns. */
  taskOutput(agent: AgentId, task: string): Promise<TaskOutput>
  /** Ends processes that an earlier life of the app left behind; resolves when none of them is left. */
  endOrphans(processes: readonly ProcessRecord[]): Promise<void>
  /** Ends every process (the stop ladder); resolves when none is left. Nothing is told to the sink any more. */
  close(): Promise<void>
  /** The same at once and by force, also when it is being closed already. */
  abort(): Promise<void>
}

/** Thrown by `Store.commit` when nothing of it was kept: the disk is full or cannot be written. */
export class StoreFullError extends Error {
  override readonly name = 'StoreFullError'
}

/** Which links are asked for. */
export interface LinkQuery {
  readonly state: 'open' | 'closed' | 'all'
  readonly member: AgentId | null
}

/** Which gatherings are asked for; `listed`: not put away by the user. */
export interface GatheringQuery {
  readonly state: 'open' | 'closed' | 'all' | 'listed'
  /** Only those in which it sits, harvests, or that it proposed. */
  readonly member: AgentId | null
}

/** Files of agents' folders that handlers answer with. */
export interface AnswerFiles {
  /** Must be called once, before anything else. */
  connect(found: (read: FileRead) => void): void
  /** Reads what an answer is to be. Returns at once, never throws; the finding follows. */
  perform(effect: Extract<Effect, { do: 'handler.readFile' }>): void
  /** Reads it now, for anyone who tries a handler. Never throws. */
  look(folder: string, path: string): FileWords
}

/** The words of a file; `text` null: it cannot be an answer, `problem` says why, to a user. */
export type FileWords = Pick<FileRead, 'text' | 'problem'>

/** A crossing and its place among all that ever crossed, from 1. */
export interface PlacedCrossing extends Crossing {
  readonly place: number
}

/** Which entries are asked for: all that fit everything that is said. An empty list, null and no words say nothing. */
export interface TimelineQuery {
  readonly kinds: readonly TimelineKind[]
  /** It is about one of these. */
  readonly agents: readonly AgentId[]
  readonly link: LinkId | null
  readonly gathering: GatheringId | null
  /** Words as in a search. */
  readonly text: string
  /** ms, both included. Where the clock was set back, what happened then counts as when it had been. */
  readonly since: number | null
  readonly until: number | null
}

/** An entry and its place in the timeline, which grows. */
export interface PlacedTimelineEntry extends TimelineEntry {
  readonly n: number
}

/** The durable memory. Synchronous: what returned is on the disk. */
export interface Store extends Searchable, DraftStore {
  load(): Loaded
  /** All rows or none, in order. Throws `StoreFullError` when it cannot write. */
  commit(rows: readonly Row[], kept?: Durability): void
  message(id: MessageId): Message | null
  /** The message that this sender sent with this key, whatever its age. */
  messageByKey(from: Author, key: string): Message | null
  /** A page of a conversation's messages in their order, after the first `offset`; `party`: only what it sent or got. */
  thread(thread: MessageId, offset: number, limit: number, party?: AgentId): readonly Message[]
  /** Messages of agents to this one, newest first, with `seq < before` (all, without it), `limit` at most. */
  received(agent: AgentId, before: number | null, limit: number): readonly Message[]
  /** The user's messages to this one, in the same order. */
  written(to: AgentId, before: number | null, limit: number): readonly Message[]
  /** How many messages of a conversation were accepted up to this one (`seq`; all, without it). */
  threadLength(thread: MessageId, upTo: number | null): number
  /**
   * Messages that expect a reply, newest first, with `seq < before` (all, without it), `limit` at most. `party`:
   * asked or to be answered by this agent, or asked by the user (`user`).
   */
  tickets(party: AgentId | 'user', before: number | null, limit: number): readonly Message[]
  link(id: LinkId): Link | null
  /** Links, newest first, after the first `offset`; `state`: all, open or closed; `member`: only of this agent. */
  links(of: LinkQuery, offset: number, limit: number): readonly Link[]
  /** One page of what crossed a link: with a place below `before` (all, without it), the newest `limit`, oldest first. */
  crossings(link: LinkId, before: number | null, limit: number): readonly PlacedCrossing[]
  /** What of a turn crossed a link; null: nothing. */
  crossingOf(link: LinkId, turn: TurnId): Crossing | null
  /** Whether anything of a turn stands in the log of any link. */
  hasCrossed(turn: TurnId): boolean
  /** The same from the other end: with a place above `after`, the oldest `limit`, oldest first. */
  crossingsAfter(link: LinkId, after: number, limit: number): readonly PlacedCrossing[]
  /** Sums of days before this date (all, without it), newest first, `limit` at most. */
  days(before: string | null, limit: number): readonly Day[]
  gathering(id: GatheringId): Gathering | null
  /** Gatherings, newest first, after the first `offset`. */
  gatherings(of: GatheringQuery, offset: number, limit: number): readonly Gathering[]
  /** The gathering that this one convened with this key, whatever its age. */
  gatheringByKey(by: Author, key: string): Gathering | null
  /** One page of a gathering's rows: with a place below `before` (all, without it), the newest `limit`, oldest first. */
  utterances(gathering: GatheringId, before: number | null, limit: number): readonly Utterance[]
  /** One page of the timeline: of the entries that are asked for, with a place below `before` (all, without it), the newest `limit`, oldest first. */
  timeline(of: TimelineQuery, before: number | null, limit: number): readonly PlacedTimelineEntry[]
  /** How many there are of them, counted up to `most`. */
  timelineCount(of: TimelineQuery, most: number): number
  turn(id: TurnId): Turn | null
  /** The first turn that this timer began after its agent's turn of that number. */
  turnOfTimer(heartbeat: HeartbeatId, after: number): Turn | null
  /** Number of a turn in its agent, from 1, or null. */
  turnNumber(turn: TurnId): number | null
  /** Rows of one transcript with `n < before` (all, without it), the newest `limit`, oldest first. */
  entries(agent: AgentId, before: number | null, limit: number): readonly Entry[]
  /** Rows that tell what an agent did to files, oldest first: its calls that change some, their results, and what was taken back. */
  edits(agent: AgentId): readonly Entry[]
  /** The same over gatherings: what was said in them and is under no seal, and harvests, best first, `limit` at most. */
  searchCircles(query: string, limit: number): readonly CircleWords[]
  close(): void
}

/** Janus's own tools over HTTP, for one agent: the address of each server, and the token to bear. */
export interface ToolEndpoints {
  readonly urls: Readonly<Record<OwnServer, string>>
  /** For the memory of the agent's process alone: never in an argument, an address, a log. */
  readonly token: string
}

/** By what an agent's process is known to Janus, until it is revoked. */
export interface Identity {
  /** Path of the owner-only file that holds the same. */
  readonly file: string
  readonly tools: ToolEndpoints
}

/** The secrets by which callers are known; kept in memory and in owner-only files, never in the store. */
export interface Identities {
  /** Gives the agent a new token, revoking its old one. */
  issue(agent: AgentId): Identity
  revoke(agent: AgentId): void
  /** Who holds this token: the user's tools, an agent, or nobody. Compared in constant time. */
  holder(token: string): { readonly kind: 'api' } | { readonly kind: 'agent'; readonly id: AgentId } | null
}

/** Why a name was refused. */
export type NameProblem = 'empty' | 'long' | 'character' | 'reserved'

/** The rules of names that need tables of Unicode. */
export interface NameRules {
  /** Reads a name as written; `detail` says in words what is wrong and what to do. */
  read(
    written: string,
  ):
    | { readonly ok: true; readonly keys: NameKeys }
    | { readonly ok: false; readonly problem: NameProblem; readonly detail: string }
}

/** Where a window listens: the listener gets one snapshot at once, then every change. The answer ends it. */
export interface FeedSource {
  subscribe(listener: (event: FeedEvent) => void): () => void
}

/** The user's settings, in a file of the state folder. */
export interface SettingsBook {
  values(): Settings
  /** Changes some, saved before it returns. Throws `StoreFullError` when it cannot be written. */
  change(patch: Partial<Settings>): Settings
  /** Whether somebody has set this one since it was opened, if only to what it was. */
  isSet(name: SettingName): boolean
}

/** What the user has said about folders that bring settings, hooks and MCP servers along for agents of a kind. */
export interface TrustBook {
  /** Looks at what is there now for that kind. Never follows it: nothing of the folder is run. */
  look(folder: string, kind: AgentKind): Promise<FolderLook>
  /** Saves a decision about just what was shown; resolves with null when something else is there by now. */
  decide(
    folder: string,
    kind: AgentKind,
    hash: string,
    decision: 'trust' | 'refuse',
  ): Promise<FolderLook | null>
}

/** Whether an agent's process may count its folder's own settings, asked at each start. */
export type TrustAtStart = (folder: string) => Promise<FolderTrust>

/** The agents' program as installed, and the account behind it. */
export interface Installation {
  /** How people call it, as in "the … CLI". */
  readonly name: string
  /** Files of a folder that its agents read by themselves. */
  readonly memoryFiles: readonly string[]
  /** What can be chosen before a process has told its own; the program's own choice first, whose value is empty. */
  readonly models: readonly ModelOffer[]
  /** Looks again. Never rejects. */
  check(): Promise<BackendCheck>
  /** Begins the program's own sign-in; resolves with the page to visit, if it names one, and when it has ended. */
  signIn(): Promise<SignIn>
  /** Ends what is being asked; resolves when no process of that is left. Nothing is asked any more. */
  close(): Promise<void>
}

/** The agents' programs, by kind; a kind that is not among them cannot be started. */
export type Installations = Readonly<Partial<Record<AgentKind, Installation>>>

/** Programs of agents that Janus downloads by itself, each in one version whose hash it knows. */
export interface ProgramDownloads {
  /** How the one of a kind stands; null: none can be downloaded for this system. */
  view(kind: AgentKind): ProgramDownload | null
  /** The program that is in place; null: none is. */
  path(kind: AgentKind): string | null
  /** Downloads it, or joins the download under way. Never rejects: how it went is in `view`. */
  begin(kind: AgentKind): Promise<void>
  /** Ends a download; what has come is kept for the next. */
  cancel(kind: AgentKind): void
  /** Removes it from the disk; why that cannot be, in words for a user, or null. */
  remove(kind: AgentKind): string | null
  /** `changed` is called whenever a view looks different. */
  connect(changed: (kind: AgentKind) => void): void
  /** Ends what is under way. */
  close(): Promise<void>
}

/** Finds a program as a start would: by its path, or by its name on the user's PATH. Null: there is none. */
export type FindProgram = (name: string) => string | null

/** A sign-in under way. */
export interface SignIn {
  readonly address: string | null
  /** Its page may show a code, which is to be handed over; else the program hears of it by itself. */
  readonly takesCode: boolean
  /** Hands over the code that the page showed. */
  code(code: string): void
  /** Resolves when it has ended, well or not. Never rejects. */
  readonly ended: Promise<void>
  cancel(): void
}

/** What the running build is made of. */
export interface BuildBook {
  readonly facts: BuildFacts
  readonly runtime: RuntimeFacts
  /** The licences of everything that is shipped. Rejects where the build has laid none. */
  licences(): Promise<string>
}

/** Backups of the database, as requests ask for them. */
export interface BackupBook {
  /** Those in the state folder, newest first. */
  list(): readonly BackupView[]
  /** Makes one, in the state folder or at a full path where nothing lies. Rejects with `StoreFullError` in words. */
  make(path: string | null): Promise<BackupView>
  /** Notes that the one of this name is to be restored at the next start. Throws `StoreFullError`. */
  wish(name: string): void
}

/** A disk that is watched, by a folder on it. */
export interface WatchedDisk {
  readonly of: DiskPlace
  readonly path: string
}

/** Knows how much room there is. */
export interface DiskMonitor {
  /** Each disk once, that of the state folder first. */
  readonly disks: readonly WatchedDisk[]
  /** Bytes that may still be written on the disk of a folder; null: not known. Cheap; never throws. */
  free(path: string): number | null
}
