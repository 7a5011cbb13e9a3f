import type { KeptDraft } from '../../../contract/mail/attachments.ts'
import type { Link, LinkId } from '../../../contract/links/links.ts'
import type { Task } from '../../../contract/tasks/tasks.ts'
import type { Handler } from '../../../contract/handlers/handlers.ts'
import type { Heartbeat, HeartbeatId } from '../../../contract/timers/heartbeats.ts'
import type { AgentId, Author, Entry, MessageId, TurnId } from '../../../contract/api/model.ts'
import type { Message } from '../../../contract/mail/messages.ts'
import type { Gathering, GatheringId } from '../../../contract/gatherings/gatherings.ts'
import type { Utterance } from '../../../contract/gatherings/utterances.ts'
import { StoreFullError } from '../../../ports/ports.ts'
import type {
  Agent,
  Frame,
  GatheringQuery,
  LinkQuery,
  Loaded,
  TimelineQuery,
  PlacedCrossing,
  PlacedTimelineEntry,
  Row,
  Store,
  Turn,
} from '../../../ports/ports.ts'
import type { FoundRow, SearchQuery } from '../../../ports/search-query.ts'
import { isSubagentLog, ownerOf } from '../../../contract/agents/subagents.ts'
import { senderKey, isPeers } from '../../../contract/mail/authors.ts'
import { Claims, keyOf } from './claims.ts'
import {
  MemoryDays,
  MemoryFleet,
  crossingIn,
  keep,
  Log,
  slice,
  Table,
  isTo,
  isOn,
  isWanted,
  membersOf,
} from './tables.ts'
import { TimelineLog } from './timeline.ts'
import type { CircleWords } from '../../../contract/gatherings/circle-words.ts'
import { circleWords, editRows, placesIn, search, searchWords } from './search.ts'

/**
 * A store in memory, for the simulation. Rows are immutable, so they are kept as they are. After a crash,
 * `load` returns what was committed.
 */
export class MemoryStore implements Store {
  readonly #agents = new Map<AgentId, Agent>()
  readonly #messages = new Table<Message>()
  readonly #frames = new Map<string, Frame>()
  readonly #turns = new Map<string, Turn>()
  readonly #allTurns = new Map<TurnId, Turn>()
  readonly #timeline = new TimelineLog()
  readonly #entries = new Log<Entry>()
  readonly #links = new Table<Link>()
  readonly #crossings = new Map<string, PlacedCrossing>()
  readonly #crossed = new Log<string>()
  readonly #gatherings = new Table<Gathering>()
  /** All members ever; none is removed. */
  readonly #members = new Map<string, ReadonlySet<string | null>>()
  readonly #utterances = new Log<Utterance>()
  readonly #heartbeats = new Map<string, Heartbeat>()
  readonly #handlers = new Map<string, Handler>()
  readonly #tasks = new Map<string, Task>()
  readonly #fleet = new MemoryFleet()
  readonly #days = new MemoryDays()
  readonly days: Store['days'] = (before, limit) => this.#days.before(before, limit)
  readonly #drafts = new Map<string, KeptDraft>()
  readonly #claims = new Claims()
  #seq = 0
  #failIn = 0
  /** Called in each commit, to simulate a slow disk. */
  slowly: () => void = () => undefined

  /** Makes the `n`-th commit from now fail (1 is the next), like a full disk; 0 cancels. */
  failNext(n: number): void {
    this.#failIn = n
  }

  load(): Loaded {
    return {
      agents: [...this.#agents.values()],
      messages: this.#messages.open().sort((a, b) => a.seq - b.seq),
      frames: [...this.#frames.values()],
      turns: [...this.#turns.values()],
      links: this.#links.open(),
      heartbeats: [...this.#heartbeats.values()],
      handlers: [...this.#handlers.values()],
      gatherings: this.#gatherings.open(),
      tasks: [...this.#tasks.values()],
      ...this.#fleet.load(),
      day: this.#days.newest,
      seq: this.#seq,
    }
  }

  commit(rows: readonly Row[]): void {
    this.slowly()
    if (this.#failIn > 0 && --this.#failIn === 0)
      throw new StoreFullError('There is no room left (told to fail).')
    // Checked before anything changes, as a database would.
    this.#claims.check(rows)
    for (const row of rows) this.#put(row)
  }

  message(id: MessageId): Message | null {
    return this.#messages.rows.get(id) ?? null
  }

  messageByKey(from: Author, key: string): Message | null {
    return this.#messages.rows.get(this.#claims.holder(keyOf('message', from, key)) ?? '') ?? null
  }

  threadLength(thread: MessageId, upTo: number | null): number {
    return this.#named((one) => one.thread === thread && (upTo === null || one.seq <= upTo)).length
  }

  thread(thread: MessageId, offset: number, limit: number, party?: AgentId): readonly Message[] {
    const isIn = ({ thread: its, to, from }: Message): boolean =>
      its === thread && (party === undefined || to === party || senderKey(from) === party)
    return slice(this.#named(isIn), offset, limit)
  }

  tickets(party: AgentId | 'user', before: number | null, limit: number): readonly Message[] {
    const its = this.#named(
      ({ expectsReply, from, to, seq }) =>
        expectsReply && (to === party || senderKey(from) === party) && (before === null || seq < before),
    )
    return slice(its.reverse(), 0, limit)
  }

  written(to: AgentId, before: number | null, limit: number): readonly Message[] {
    return slice(this.#named(isTo(to, before, ({ kind }) => kind === 'user')).reverse(), 0, limit)
  }

  received(to: AgentId, before: number | null, limit: number): readonly Message[] {
    return slice(this.#named(isTo(to, before, isPeers)).reverse(), 0, limit)
  }

  link(id: LinkId): Link | null {
    return this.#links.rows.get(id) ?? null
  }

  links({ state, member }: LinkQuery, offset: number, limit: number): readonly Link[] {
    const wanted = [...this.#links.rows.values()].filter((link) => isWanted(link, state, member))
    return slice(wanted.reverse(), offset, limit)
  }

  crossings(link: LinkId, before: number | null, limit: number): readonly PlacedCrossing[] {
    return this.#crossed.page(link, before, limit).flatMap((id) => this.#crossings.get(id) ?? [])
  }

  readonly crossingOf = (link: LinkId, turn: TurnId) => crossingIn(this.#crossings.values(), link, turn)
  readonly hasCrossed = (of: TurnId) => [...this.#crossings.values()].some(({ turn }) => turn === of)

  crossingsAfter(link: LinkId, after: number, limit: number): readonly PlacedCrossing[] {
    const later = this.crossings(link, null, Infinity).filter(({ place }) => place > after)
    return slice(later, 0, limit)
  }

  gathering(id: GatheringId): Gathering | null {
    return this.#gatherings.rows.get(id) ?? null
  }

  gatheringByKey(by: Author, key: string): Gathering | null {
    return this.#gatherings.rows.get(this.#claims.holder(keyOf('gathering', by, key)) ?? '') ?? null
  }

  gatherings({ state, member }: GatheringQuery, offset: number, limit: number): readonly Gathering[] {
    const wanted = (row: Gathering): boolean =>
      isOn(state, row) && (member === null || this.#members.get(row.id)?.has(member) === true)
    return slice([...this.#gatherings.rows.values()].filter(wanted).reverse(), offset, limit)
  }

  utterances(gathering: GatheringId, before: number | null, limit: number): readonly Utterance[] {
    return this.#utterances.page(gathering, before, limit)
  }

  turnNumber(turn: TurnId): number | null {
    return this.#allTurns.get(turn)?.n ?? null
  }

  turn(id: TurnId): Turn | null {
    return this.#allTurns.get(id) ?? null
  }

  turnOfTimer(heartbeat: HeartbeatId, after: number): Turn | null {
    const its = [...this.#allTurns.values()].filter(
      ({ promptedBy, n }) => promptedBy?.by === 'heartbeat' && promptedBy.id === heartbeat && n > after,
    )
    return its.sort((a, b) => a.n - b.n)[0] ?? null
  }

  timeline(query: TimelineQuery, before: number | null, limit: number): readonly PlacedTimelineEntry[] {
    return this.#timeline.page(query, before, limit)
  }

  timelineCount(query: TimelineQuery, most: number): number {
    return this.#timeline.page(query, null, most).length
  }

  entries(agent: AgentId, before: number | null, limit: number): readonly Entry[] {
    return this.#entries.page(agent, before, limit)
  }

  edits = (agent: AgentId): readonly Entry[] => editRows(this.entries(agent, null, Infinity))

  search(query: SearchQuery, limit: number, offset: number): readonly FoundRow[] {
    return slice(search(this.#entries.all(), query), offset, limit)
  }

  searchCount(query: SearchQuery, most: number): number {
    return this.search(query, most, 0).length
  }

  places(query: SearchQuery, limit: number): readonly number[] {
    return placesIn(this.search({ ...query, of: 'all' }, Infinity, 0), limit)
  }

  searchCircles(query: string, limit: number): readonly CircleWords[] {
    const words = circleWords(this.#utterances.all(), [...this.#gatherings.rows.values()])
    return slice(searchWords(words, query), 0, limit)
  }

  keepDraft(of: string, draft: KeptDraft): void {
    if (draft.text === '' && draft.attachments.length === 0) this.#drafts.delete(of)
    else this.#drafts.set(of, draft)
  }

  drafts(): Readonly<Record<string, KeptDraft>> {
    return Object.fromEntries(this.#drafts)
  }

  attached(): ReadonlySet<string> {
    const all = [...this.#messages.rows.values(), ...this.#entries.all(), ...this.#drafts.values()]
    return new Set(all.flatMap(({ attachments = [] }) => attachments.flatMap(({ hash }) => hash ?? [])))
  }

  close(): void {
    // Committed rows stay for the next `load`.
  }

  #put(row: Row): void {
    this.#claims.put(row)
    switch (row.table) {
      case 'agent':
        this.#agents.set(row.row.id, row.row)
        return
      case 'message':
        this.#seq = Math.max(this.#seq, row.row.seq)
        return this.#messages.put(row.row, row.open)
      case 'frame':
        return keep(this.#frames, row.row, row.open)
      case 'turn':
        this.#allTurns.set(row.row.id, row.row)
        return keep(this.#turns, row.row, row.open)
      case 'entry':
        return this.#entries.put(row.row.agent, row.row.n, row.row)
      case 'link':
        return this.#links.put(row.row, row.open)
      case 'crossing': {
        const { id, link } = row.row
        const place = this.#crossings.get(id)?.place ?? this.#crossings.size + 1
        this.#crossings.set(id, { ...row.row, place })
        return this.#crossed.put(link, place, id)
      }
      case 'heartbeat':
        return keep(this.#heartbeats, row.row, row.open)
      case 'handler':
        return keep(this.#handlers, row.row, row.open)
      case 'task':
        return keep(this.#tasks, row.row, row.open)
      case 'gathering':
        this.#members.set(
          row.row.id,
          new Set([...(this.#members.get(row.row.id) ?? []), ...membersOf(row.row)]),
        )
        return this.#gatherings.put(row.row, row.open)
      case 'machine':
      case 'outgoing':
        return this.#fleet.put(row)
      case 'utterance':
        return this.#utterances.put(row.row.gathering, row.row.n, row.row)
      case 'timeline':
        return this.#timeline.put(row.row)
      case 'day':
        return this.#days.put(row.row)
      case 'copied':
        return this.#copy(row)
      case 'forgotten':
        return this.#forget(row.agent)
      default:
        row satisfies never
    }
  }

  #copy({ from, to, rows }: Extract<Row, { table: 'copied' }>): void {
    const before = rows === undefined ? null : rows + 1
    for (const entry of this.entries(from, before, Number.MAX_SAFE_INTEGER))
      this.#entries.put(to, entry.n, { ...entry, agent: to })
    const theirs = this.#entries.all().filter(({ agent }) => isSubagentLog(agent) && ownerOf(agent) === from)
    for (const entry of theirs.filter(({ within = 0 }) => within < (before ?? Infinity))) {
      const agent: AgentId = `${to}${entry.agent.slice(from.length) as `/${string}`}`
      this.#entries.put(agent, entry.n, { ...entry, agent })
    }
  }

  #forget(agent: AgentId): void {
    this.#agents.delete(agent)
    for (const log of [...this.#entries.rows.keys()])
      if (ownerOf(log as AgentId) === agent) this.#entries.rows.delete(log)
    this.#drafts.delete(agent)
    for (const rows of [this.#frames, this.#heartbeats, this.#handlers, this.#turns])
      for (const [id, row] of rows) if (row.agent === agent) rows.delete(id)
    for (const [turn, of] of this.#allTurns) if (of.agent === agent) this.#allTurns.delete(turn)
    this.#timeline.forget(agent)
    for (const row of this.#messages.rows.values()) {
      if (row.to !== agent) continue
      this.#messages.delete(row.id)
      this.#claims.release({ table: 'message', row, open: true })
    }
  }

  #named(wanted: (message: Message) => boolean): Message[] {
    return [...this.#messages.rows.values()].filter(wanted).sort((a, b) => a.seq - b.seq)
  }
}
