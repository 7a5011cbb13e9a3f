import type { Day } from '../../contract/budget/budget.ts'
import type { KeptDraft } from '../../contract/mail/attachments.ts'
import type { Crossing, Link, LinkId } from '../../contract/links/links.ts'
import type { HeartbeatId } from '../../contract/timers/heartbeats.ts'
import { join } from 'node:path'
import type { AgentId, Author, Entry, MessageId, TurnId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { CircleWords } from '../../contract/gatherings/circle-words.ts'
import type { Gathering, GatheringId } from '../../contract/gatherings/gatherings.ts'
import type { Utterance } from '../../contract/gatherings/utterances.ts'
import type {
  GatheringQuery,
  LinkQuery,
  Loaded,
  MomentQuery,
  PlacedCrossing,
  PlacedMoment,
  Row,
  Turn,
} from '../../ports/ports.ts'
import type { Found, SearchQuery } from '../../ports/search-query.ts'
import type { Kept } from '../../contract/app/disk.ts'
import type { MishapFacts } from '../../contract/app/storage.ts'
import type { DiskStore } from './disk-store.ts'
import { Connection } from './connection.ts'
import { readAttached, readDrafts, writeDraft } from './drafts.ts'
import { openDatabase, type Opened } from './open-database.ts'
import { filterExpression } from './moment-filter.ts'
import { senderKey } from '../../contract/mail/authors.ts'
import { readCrossing, readEntry, readMoment, readRecord, writeRow } from './rows.ts'
import { currentFormat, type Format } from './schema.ts'
import { HistorySearch } from './history-search.ts'
import { load } from './loaded.ts'
import { prepareAll } from './statements.ts'

/** Which shelves are looked at: those that are not closed, closed ones, those that were put away. */
const shelves = {
  open: [1, 0, 0],
  closed: [0, 1, 1],
  all: [1, 1, 1],
  listed: [1, 1, 0],
} as const satisfies Record<GatheringQuery['state'], readonly (0 | 1)[]>

/** Name of the database in the state folder. */
export const databaseName = 'janus.db'

/** For tests: how long to wait for another program's lock, and another format. */
export interface StoreOptions {
  readonly busyMs?: number
  readonly format?: Format
}

/**
 * Opens the durable memory in a state folder, making it where there is none. Throws `StoreSetAsideError` after
 * setting a damaged or foreign file aside, `StoreRefusedError` for a file it left alone (a newer format, in use),
 * `StoreFullError` where the disk is full or does not let it be opened. One process at a time.
 */
export function openStore(folder: string, options: StoreOptions = {}): DiskStore {
  const file = join(folder, databaseName)
  const busyMs = options.busyMs ?? 5000
  // Loaded once for the check's sake: what cannot be read must come to light before anything builds on it.
  const opened = openDatabase(file, options.format ?? currentFormat, busyMs, (fresh) =>
    load(prepareAll(fresh)),
  )
  return new SqliteStore(file, new Connection(file, opened.db, busyMs), opened)
}

class SqliteStore implements DiskStore {
  readonly file: string
  readonly #connection: Connection
  readonly #history: HistorySearch
  readonly mishaps: readonly MishapFacts[]
  readonly kept: readonly string[]

  constructor(file: string, connection: Connection, opened: Omit<Opened, 'db'>) {
    this.file = file
    this.#connection = connection
    this.#history = new HistorySearch(connection)
    ;({ mishaps: this.mishaps, kept: this.kept } = opened)
  }

  get isThere(): boolean {
    return this.#connection.isThere
  }

  holdStill(disturbed: () => void): () => void {
    return this.#connection.holdStill(disturbed)
  }

  load(): Loaded {
    return load(this.#connection.statements())
  }

  commit(rows: readonly Row[], kept: Kept = 'synced'): void {
    this.#connection.transaction((to) => {
      for (const row of rows) writeRow(to, row)
    }, kept)
  }

  message(id: MessageId): Message | null {
    const found = this.#connection.statements().message.get(id)
    return found ? readRecord<Message>(found) : null
  }

  messageByKey(from: Author, key: string): Message | null {
    const found = this.#connection.statements().messageByKey.get(senderKey(from), key)
    return found ? readRecord<Message>(found) : null
  }

  received(agent: AgentId, before: number | null, limit: number): readonly Message[] {
    const { received } = this.#connection.statements()
    return received
      .all(agent, before ?? Number.MAX_SAFE_INTEGER, most(limit))
      .map((row) => readRecord<Message>(row))
  }

  written(to: AgentId, before: number | null, limit: number): readonly Message[] {
    const { written } = this.#connection.statements()
    return written
      .all(to, before ?? Number.MAX_SAFE_INTEGER, most(limit))
      .map((row) => readRecord<Message>(row))
  }

  thread(thread: MessageId, offset: number, limit: number, party?: AgentId): readonly Message[] {
    return this.#connection
      .statements()
      .thread.all(thread, most(limit), offset, party ?? null)
      .map((row) => readRecord<Message>(row))
  }

  threadLength(thread: MessageId, upTo: number | null): number {
    const found = this.#connection.statements().threadLength.get(thread, upTo ?? Number.MAX_SAFE_INTEGER)
    return Number(found?.['length'])
  }

  tickets(party: AgentId | 'human', before: number | null, limit: number): readonly Message[] {
    const { tickets } = this.#connection.statements()
    return tickets
      .all(party, before ?? Number.MAX_SAFE_INTEGER, most(limit))
      .map((row) => readRecord<Message>(row))
  }

  link(id: LinkId): Link | null {
    const found = this.#connection.statements().link.get(id)
    return found ? readRecord<Link>(found) : null
  }

  links({ state, member }: LinkQuery, offset: number, limit: number): readonly Link[] {
    const { links, linksOf } = this.#connection.statements()
    const walks = [state === 'closed' ? 0 : 1, state === 'open' ? 0 : 1] as const
    const page = [most(limit), most(offset)] as const
    const rows = member === null ? links.all(...walks, ...page) : linksOf.all(member, ...walks, ...page)
    return rows.map((row) => readRecord<Link>(row))
  }

  days(before: string | null, limit: number): readonly Day[] {
    // Behind all dates.
    const rows = this.#connection.statements().days.all(before ?? '~', most(limit))
    return rows.map((row) => readRecord<Day>(row))
  }

  crossings(link: LinkId, before: number | null, limit: number): readonly PlacedCrossing[] {
    const { crossings } = this.#connection.statements()
    const rows = crossings.all(link, before ?? Number.MAX_SAFE_INTEGER, most(limit))
    return rows.map(readCrossing).reverse()
  }

  crossingOf(link: LinkId, turn: TurnId): Crossing | null {
    const found = this.#connection.statements().crossingOf.get(turn, link)
    if (found === undefined) return null
    const { place: _, ...crossing } = readCrossing(found)
    return crossing
  }

  hasCrossed(turn: TurnId): boolean {
    return this.#connection.statements().hasCrossed.get(turn) !== undefined
  }

  crossingsAfter(link: LinkId, after: number, limit: number): readonly PlacedCrossing[] {
    return this.#connection.statements().crossingsAfter.all(link, after, most(limit)).map(readCrossing)
  }

  gathering(id: GatheringId): Gathering | null {
    const found = this.#connection.statements().gathering.get(id)
    return found ? readRecord<Gathering>(found) : null
  }

  gatheringByKey(by: Author, key: string): Gathering | null {
    const found = this.#connection.statements().gatheringByKey.get(senderKey(by), key)
    return found ? readRecord<Gathering>(found) : null
  }

  gatherings({ state, member }: GatheringQuery, offset: number, limit: number): readonly Gathering[] {
    const { gatherings, gatheringsOf } = this.#connection.statements()
    const page = [...shelves[state], most(limit), most(offset)] as const
    const rows = member === null ? gatherings.all(...page) : gatheringsOf.all(member, ...page)
    return rows.map((row) => readRecord<Gathering>(row))
  }

  utterances(gathering: GatheringId, before: number | null, limit: number): readonly Utterance[] {
    const { utterances } = this.#connection.statements()
    const rows = utterances.all(gathering, before ?? Number.MAX_SAFE_INTEGER, most(limit))
    return rows.map((row) => readRecord<Utterance>(row)).reverse()
  }

  turnNumber(turn: TurnId): number | null {
    const found = this.#connection.statements().turnNumber.get(turn)
    return found ? Number(found['n']) : null
  }

  turn(id: TurnId): Turn | null {
    const found = this.#connection.statements().turn.get(id)
    return found ? readRecord<Turn>(found) : null
  }

  turnOfTimer(heartbeat: HeartbeatId, after: number): Turn | null {
    const found = this.#connection.statements().turnOfTimer.get(heartbeat, after)
    return found ? readRecord<Turn>(found) : null
  }

  moments(query: MomentQuery, before: number | null, limit: number): readonly PlacedMoment[] {
    const rows = this.#history.mending(() => this.#momentRows(query, before, limit))
    return rows.map(readMoment).reverse()
  }

  momentCount(query: MomentQuery, most: number): number {
    return this.#history.mending(() => {
      const { momentCount, momentCountAbout } = this.#connection.statements()
      const walk = this.#momentWalk(query, null)
      if (walk === null) return 0
      const { about, end, first } = walk
      const found =
        about === null ? momentCount.get(end, first, most) : momentCountAbout.get(about, end, first, most)
      return Number(found?.['count'])
    })
  }

  #momentRows(query: MomentQuery, before: number | null, limit: number): Record<string, unknown>[] {
    const { moments, momentsAbout } = this.#connection.statements()
    const walk = this.#momentWalk(query, before)
    if (walk === null) return []
    const { about, end, first } = walk
    return about === null
      ? moments.all(end, first, most(limit))
      : momentsAbout.all(about, end, first, most(limit))
  }

  /** Between which places to walk, and for what; null: nothing can be meant. */
  #momentWalk(query: MomentQuery, before: number | null) {
    const { momentSince, momentUntil } = this.#connection.statements()
    const about = filterExpression(query)
    if (about === 'never') return null
    const { since, until } = query
    const first = since === null ? 0 : Number(momentSince.get(since)?.['n'] ?? Number.MAX_SAFE_INTEGER)
    const last = until === null ? null : Number(momentUntil.get(until)?.['n'] ?? 0)
    const end = Math.min(before ?? Number.MAX_SAFE_INTEGER, last === null ? Infinity : last + 1)
    return { about, end, first }
  }

  entries(agent: AgentId, before: number | null, limit: number): readonly Entry[] {
    const rows = this.#connection
      .statements()
      .entries.all(agent, before ?? Number.MAX_SAFE_INTEGER, most(limit))
    return rows.map((row) => readEntry(row, agent)).reverse()
  }

  edits(agent: AgentId): readonly Entry[] {
    const rows = this.#connection.statements().edits.all(agent)
    return rows.map((row) => readEntry(row, agent))
  }

  search(query: SearchQuery, limit: number, offset: number): readonly Found[] {
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
}

/** SQLite reads a negative limit as none at all. */
const most = (limit: number): number => Math.max(0, Math.trunc(limit) || 0)
