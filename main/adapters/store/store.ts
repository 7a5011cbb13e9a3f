import type { Day } from '../../contract/budget/budget.ts'
import type { KeptDraft } from '../../contract/mail/attachments.ts'
import type { Crossing, Link, LinkId } from '../../contract/links/links.ts'
import type { HeartbeatId, Heartbeat } from '../../contract/timers/heartbeats.ts'
import { join } from 'node:path'
import type { SQLInputValue } from 'node:sqlite'
import type { AgentId, Author, Entry, MessageId, TurnId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { CircleWords } from '../../contract/gatherings/circle-words.ts'
import type { Gathering, GatheringId } from '../../contract/gatherings/gatherings.ts'
import type { Utterance } from '../../contract/gatherings/utterances.ts'
import type {
  GatheringQuery,
  LinkQuery,
  Loaded,
  TimelineQuery,
  PlacedCrossing,
  PlacedTimelineEntry,
  Row,
  Turn,
  Store,
  Agent,
  Frame,
  Machine,
  Outgoing,
} from '../../ports/ports.ts'
import type { FoundRow, SearchQuery } from '../../ports/search-query.ts'
import type { Durability } from '../../contract/app/disk.ts'
import type { IncidentFacts } from '../../contract/app/storage.ts'
import { StoreConnection } from './connection.ts'
import { openDatabase, type OpenedDatabase } from './open-database.ts'
import { filterExpression } from './search.ts'
import { senderKey } from '../../contract/mail/authors.ts'
import {
  readCrossing,
  type Stored,
  readEntry,
  readTimelineEntry,
  readRecord,
  writeRow,
  readAttached,
  readDrafts,
  writeDraft,
} from './rows.ts'
import { currentFormat, type Format } from './schema.ts'
import { HistorySearch } from './history-search.ts'
import { prepareAll, type Statements } from './statements.ts'
import { initialAgentSettings } from '../../contract/agents/agent-fields.ts'
import type { Task } from '../../contract/tasks/tasks.ts'
import type { Handler } from '../../contract/handlers/handlers.ts'
import { realFolder } from '../folder/folder-identity.ts'

/** Flags: open, closed, archived. */
const shelves = {
  open: [1, 0, 0],
  closed: [0, 1, 1],
  all: [1, 1, 1],
  listed: [1, 1, 0],
} as const satisfies Record<GatheringQuery['state'], readonly (0 | 1)[]>

export const databaseName = 'janus.db'

/** For tests. `busyMs`: milliseconds to wait for another program's lock. */
interface StoreOptions {
  readonly busyMs?: number
  readonly format?: Format
}

/**
 * Opens or creates the store in a state folder. Throws `StoreSetAsideError` after setting aside a damaged
 * or foreign file, `StoreRefusedError` for a file left alone (newer format, in use), `StoreFullError` when
 * the disk is full or prevents opening. Only one process at a time.
 */
export function openStore(folder: string, options: StoreOptions = {}): DiskStore {
  const file = join(folder, databaseName)
  const busyMs = options.busyMs ?? 5000
  // Loads everything once to detect damaged records before anything relies on them.
  const opened = openDatabase(file, options.format ?? currentFormat, busyMs, (fresh) =>
    loadOpen(prepareAll(fresh)),
  )
  return new SqliteStore(file, new StoreConnection(file, opened.db, busyMs), opened)
}

class SqliteStore implements DiskStore {
  readonly file: string
  readonly #connection: StoreConnection
  readonly #history: HistorySearch
  readonly incidents: readonly IncidentFacts[]
  readonly kept: readonly string[]

  constructor(file: string, connection: StoreConnection, opened: Omit<OpenedDatabase, 'db'>) {
    this.file = file
    this.#connection = connection
    this.#history = new HistorySearch(connection)
    ;({ incidents: this.incidents, kept: this.kept } = opened)
  }

  get isThere(): boolean {
    return this.#connection.isThere
  }

  holdStill(disturbed: () => void): () => void {
    return this.#connection.holdStill(disturbed)
  }

  load(): Loaded {
    return loadOpen(this.#connection.statements())
  }

  commit(rows: readonly Row[], kept: Durability = 'synced'): void {
    this.#connection.transaction((to) => {
      for (const row of rows) writeRow(to, row)
    }, kept)
  }

  message(id: MessageId): Message | null {
    return this.#record('message', id)
  }

  messageByKey(from: Author, key: string): Message | null {
    return this.#record('messageByKey', senderKey(from), key)
  }

  received(agent: AgentId, before: number | null, limit: number): readonly Message[] {
    return this.#records('received', agent, before ?? last, most(limit))
  }

  written(to: AgentId, before: number | null, limit: number): readonly Message[] {
    return this.#records('written', to, before ?? last, most(limit))
  }

  thread(thread: MessageId, offset: number, limit: number, party?: AgentId): readonly Message[] {
    return this.#records('thread', thread, most(limit), offset, party ?? null)
  }

  threadLength(thread: MessageId, upTo: number | null): number {
    const found = this.#connection.statements().threadLength.get(thread, upTo ?? last)
    return Number(found?.['length'])
  }

  tickets(party: AgentId | 'user', before: number | null, limit: number): readonly Message[] {
    return this.#records('tickets', party, before ?? last, most(limit))
  }

  link(id: LinkId): Link | null {
    return this.#record('link', id)
  }

  links({ state, member }: LinkQuery, offset: number, limit: number): readonly Link[] {
    const walks = [state === 'closed' ? 0 : 1, state === 'open' ? 0 : 1]
    const page = [...walks, most(limit), most(offset)]
    return member === null ? this.#records('links', ...page) : this.#records('linksOf', member, ...page)
  }

  days(before: string | null, limit: number): readonly Day[] {
    // `~` sorts after all dates.
    return this.#records('days', before ?? '~', most(limit))
  }

  crossings(link: LinkId, before: number | null, limit: number): readonly PlacedCrossing[] {
    const { crossings } = this.#connection.statements()
    const rows = crossings.all(link, before ?? last, most(limit))
    return rows.map(readCrossing).reverse()
  }

  crossingOf(link: LinkId, turn: TurnId): Crossing | null {
    return this.#record('crossingOf', turn, link)
  }

  hasCrossed(turn: TurnId): boolean {
    return this.#connection.statements().hasCrossed.get(turn) !== undefined
  }

  crossingsAfter(link: LinkId, after: number, limit: number): readonly PlacedCrossing[] {
    return this.#connection.statements().crossingsAfter.all(link, after, most(limit)).map(readCrossing)
  }

  gathering(id: GatheringId): Gathering | null {
    return this.#record('gathering', id)
  }

  gatheringByKey(by: Author, key: string): Gathering | null {
    return this.#record('gatheringByKey', senderKey(by), key)
  }

  gatherings({ state, member }: GatheringQuery, offset: number, limit: number): readonly Gathering[] {
    const page = [...shelves[state], most(limit), most(offset)]
    return member === null
      ? this.#records('gatherings', ...page)
      : this.#records('gatheringsOf', member, ...page)
  }

  utterances(gathering: GatheringId, before: number | null, limit: number): readonly Utterance[] {
    return this.#records<Utterance>('utterances', gathering, before ?? last, most(limit)).toReversed()
  }

  turnNumber(turn: TurnId): number | null {
    const found = this.#connection.statements().turnNumber.get(turn)
    return found ? Number(found['n']) : null
  }

  turn(id: TurnId): Turn | null {
    return this.#record('turn', id)
  }

  turnOfTimer(heartbeat: HeartbeatId, after: number): Turn | null {
    return this.#record('turnOfTimer', heartbeat, after)
  }

  timeline(query: TimelineQuery, before: number | null, limit: number): readonly PlacedTimelineEntry[] {
    const rows = this.#history.repairing(() => this.#timelineRows(query, before, limit))
    return rows.map(readTimelineEntry).reverse()
  }

  timelineCount(query: TimelineQuery, most: number): number {
    return this.#history.repairing(() => {
      const { timelineCount, timelineCountAbout } = this.#connection.statements()
      const walk = this.#timelineWalk(query, null)
      if (walk === null) return 0
      const { about, end, first } = walk
      const found =
        about === null ? timelineCount.get(end, first, most) : timelineCountAbout.get(about, end, first, most)
      return Number(found?.['count'])
    })
  }

  #timelineRows(query: TimelineQuery, before: number | null, limit: number): Record<string, unknown>[] {
    const { timeline, timelineAbout } = this.#connection.statements()
    const walk = this.#timelineWalk(query, before)
    if (walk === null) return []
    const { about, end, first } = walk
    return about === null
      ? timeline.all(end, first, most(limit))
      : timelineAbout.all(about, end, first, most(limit))
  }

  /** Bounds and expression of a timeline query; null when nothing can match. */
  #timelineWalk(query: TimelineQuery, before: number | null) {
    const { timelineSince, timelineUntil } = this.#connection.statements()
    const about = filterExpression(query)
    if (about === 'never') return null
    const { since, until } = query
    const first = since === null ? 0 : Number(timelineSince.get(since)?.['n'] ?? last)
    const behind = until === null ? last : Number(timelineUntil.get(until)?.['n'] ?? 0) + 1
    const end = Math.min(before ?? last, behind)
    return { about, end, first }
  }

  entries(agent: AgentId, before: number | null, limit: number): readonly Entry[] {
    const rows = this.#connection.statements().entries.all(agent, before ?? last, most(limit))
    return rows.map((row) => readEntry(row, agent)).reverse()
  }

  edits(agent: AgentId): readonly Entry[] {
    const rows = this.#connection.statements().edits.all(agent)
    return rows.map((row) => readEntry(row, agent))
  }

  search(query: SearchQuery, limit: number, offset: number): readonly FoundRow[] {
    return this.#history.search(query, most(limit), most(offset))
  }

  searchCount(query: SearchQuery, upTo: number): number {
    return this.#history.count(query, most(upTo))
  }

  places(query: SearchQuery, limit: number): readonly number[] {
    return this.#history.places(query, most(limit))
  }

  searchCircles(query: string, limit: number): readonly CircleWords[] {
    return this.#history.circles(query, most(limit))
  }

  keepDraft(of: string, draft: KeptDraft): void {
    this.#connection.transaction((to) => writeDraft(to, of, draft))
  }

  drafts(): Readonly<Record<string, KeptDraft>> {
    return readDrafts(this.#connection.statements())
  }

  attached(): ReadonlySet<string> {
    return readAttached(this.#connection.statements())
  }

  close(): void {
    this.#connection.close()
  }

  #record<T extends Stored>(statement: keyof Statements, ...values: readonly SQLInputValue[]): T | null {
    const found = this.#connection.statements()[statement].get(...values)
    return found ? readRecord<T>(found) : null
  }

  #records<T extends Stored>(statement: keyof Statements, ...values: readonly SQLInputValue[]): readonly T[] {
    const found = this.#connection.statements()[statement].all(...values)
    return found.map((row) => readRecord<T>(row))
  }
}

/** Larger than any place. */
const last = Number.MAX_SAFE_INTEGER

/** SQLite takes a negative limit as unlimited. */
const most = (limit: number): number => Math.max(0, Math.trunc(limit) || 0)

export interface DiskStore extends Store {
  /** What was repaired when the database was opened. */
  readonly incidents: readonly IncidentFacts[]
  /** Paths of what was set aside. */
  readonly kept: readonly string[]
  readonly isThere: boolean
  readonly file: string
  /** See `StoreConnection.holdStill`. */
  holdStill(disturbed: () => void): () => void
}

/** Throws for a damaged record. */
function loadOpen(from: Statements): Loaded {
  const folders = new Map<string, string>()
  return {
    agents: from.agents.all().map((row) => complete(readRecord<Agent>(row), folders)),
    messages: from.openMessages.all().map((row) => readRecord<Message>(row)),
    frames: from.openFrames.all().map((row) => readRecord<Frame>(row)),
    turns: from.openTurns.all().map((row) => readRecord<Turn>(row)),
    links: from.openLinks.all().map((row) => readRecord<Link>(row)),
    heartbeats: from.openHeartbeats.all().map((row) => readRecord<Heartbeat>(row)),
    handlers: from.openHandlers.all().map((row) => readRecord<Handler>(row)),
    gatherings: from.openGatherings.all().map((row) => readRecord<Gathering>(row)),
    tasks: from.tasks.all().map((row) => readRecord<Task>(row)),
    machines: from.machines.all().map((row) => readRecord<Machine>(row)),
    outgoing: from.outgoing.all().map((row) => readRecord<Outgoing>(row)),
    day: newestDay(from),
    seq: Number(from.highestSeq.get()?.['seq']),
  }
}

/** Fields missing in records of earlier versions. */
const added: Partial<Agent> = { ...initialAgentSettings, finalWords: 0, worktree: null }

/** Earlier versions stored a folder as typed. `folders` keeps the real paths, since most agents share a few folders. */
function complete(stored: Agent, folders: Map<string, string>): Agent {
  const cwd = folders.get(stored.cwd) ?? realFolder(stored.cwd)
  folders.set(stored.cwd, cwd)
  return { ...added, ...stored, cwd }
}

function newestDay(from: Statements): Day | null {
  const found = from.newestDay.get()
  return found ? readRecord<Day>(found) : null
}
