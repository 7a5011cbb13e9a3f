import type { AgentId, Author, Entry, FrameId, Message, MessageId, TurnId } from '../contract/model.ts'
import type { Gathering, GatheringId, Utterance } from '../contract/gatherings.ts'
import type { Heartbeat, Link, LinkId } from '../contract/ties.ts'
import { StoreFullError } from '../ports.ts'
import type {
  Agent,
  Found,
  Frame,
  GatheringQuery,
  LinkQuery,
  Loaded,
  PlacedCrossing,
  Row,
  Store,
  Turn,
} from '../ports.ts'
import { MemoryGatherings } from './memory-gatherings.ts'
import { MemoryLinks } from './memory-links.ts'

/**
 * A store in memory, for the simulation. Rows are kept as they come, since nobody changes a row once it is made.
 * Opening it again after a crash is to call `load`: what was committed is there.
 */
export class MemoryStore implements Store {
  readonly #agents = new Map<AgentId, Agent>()
  readonly #messages = new Map<MessageId, Message>()
  readonly #open = new Set<MessageId>()
  readonly #places = new Map<number, MessageId>()
  readonly #keys = new Map<string, MessageId>()
  readonly #threads = new Map<string, Set<MessageId>>()
  readonly #tickets = new Map<string, Set<MessageId>>()
  readonly #frames = new Map<FrameId, Frame>()
  readonly #turns = new Map<TurnId, Turn>()
  readonly #numbers = new Map<TurnId, { readonly agent: AgentId; readonly n: number }>()
  readonly #entries = new Map<AgentId, Map<number, Entry>>()
  readonly #links = new MemoryLinks()
  readonly #gatherings = new MemoryGatherings()
  readonly #heartbeats = new Map<string, Heartbeat>()
  readonly #drafts = new Map<string, string>()
  #seq = 0
  #failIn = 0

  /** Makes the `n`-th commit from now fail (1 is the next one), as a full disk would; 0 takes it back. */
  failNext(n: number): void {
    this.#failIn = n
  }

  load(): Loaded {
    const messages = Array.from(this.#open, (id) => this.#messages.get(id)).filter(
      (found) => found !== undefined,
    )
    return {
      agents: [...this.#agents.values()],
      messages: messages.sort((a, b) => a.seq - b.seq),
      frames: [...this.#frames.values()],
      turns: [...this.#turns.values()],
      links: this.#links.open(),
      heartbeats: [...this.#heartbeats.values()],
      gatherings: this.#gatherings.open(),
      seq: this.#seq,
    }
  }

  commit(rows: readonly Row[]): void {
    if (this.#failIn > 0 && --this.#failIn === 0)
      throw new StoreFullError('There is no room left (told to fail).')
    this.#refuseTaken(rows)
    this.#links.refuseTaken(rows)
    this.#gatherings.refuseTaken(rows)
    for (const row of rows) this.#put(row)
  }

  message(id: MessageId): Message | null {
    return this.#messages.get(id) ?? null
  }

  messageByKey(from: Author, key: string): Message | null {
    const id = this.#keys.get(`${senderOf(from)} ${key}`)
    return id === undefined ? null : this.message(id)
  }

  threadLength(thread: MessageId, upTo: number | null): number {
    return this.#named(this.#threads.get(thread)).filter(({ seq }) => upTo === null || seq <= upTo).length
  }

  thread(thread: MessageId, offset: number, limit: number): readonly Message[] {
    return this.#named(this.#threads.get(thread)).slice(offset, offset + Math.max(0, limit))
  }

  tickets(party: AgentId | 'human', before: number | null, limit: number): readonly Message[] {
    const earlier = this.#named(this.#tickets.get(party)).filter(({ seq }) => before === null || seq < before)
    return earlier.reverse().slice(0, Math.max(0, limit))
  }

  link(id: LinkId): Link | null {
    return this.#links.link(id)
  }

  links(of: LinkQuery, offset: number, limit: number): readonly Link[] {
    return this.#links.links(of, offset, limit)
  }

  crossings(link: LinkId, before: number | null, limit: number): readonly PlacedCrossing[] {
    return this.#links.crossings(link, before, limit)
  }

  gathering(id: GatheringId): Gathering | null {
    return this.#gatherings.gathering(id)
  }

  gatheringByKey(by: Author, key: string): Gathering | null {
    return this.#gatherings.byKey(by, key)
  }

  gatherings(of: GatheringQuery, offset: number, limit: number): readonly Gathering[] {
    return this.#gatherings.gatherings(of, offset, limit)
  }

  utterances(gathering: GatheringId, before: number | null, limit: number): readonly Utterance[] {
    return this.#gatherings.utterances(gathering, before, limit)
  }

  turnNumber(turn: TurnId): number | null {
    return this.#numbers.get(turn)?.n ?? null
  }

  entries(agent: AgentId, before: number | null, limit: number): readonly Entry[] {
    const all = [...(this.#entries.get(agent)?.values() ?? [])].sort((a, b) => a.n - b.n)
    const until = before === null ? all : all.filter((entry) => entry.n < before)
    return until.slice(Math.max(0, until.length - Math.max(0, limit)))
  }

  /** Every word must occur, phrases in double quotes, the last may go on; newest first, for want of a better measure. */
  search(query: string, limit: number, offset: number): readonly Found[] {
    const terms = Array.from(query.matchAll(/"([^"]*)"|[^\s"]+/gu), (match) =>
      match[1] === undefined ? ` ${words(match[0])}` : ` ${words(match[1])} `,
    ).filter((term) => term.trim() !== '')
    const wanted = terms.map((term, i) => (i === terms.length - 1 ? term : `${term.trimEnd()} `))
    if (wanted.length === 0) return []
    const all = [...this.#entries.values()].flatMap((entries) => [...entries.values()])
    const hits = all.filter((entry) => {
      const text = ` ${words(entry.text)} `
      return wanted.every((term) => text.includes(term))
    })
    const page = hits.reverse().slice(offset, offset + Math.max(0, limit))
    return page.map((entry) => ({ entry, parts: partsOf(entry.text, wanted) }))
  }

  keepDraft(of: string, text: string): void {
    if (text === '') this.#drafts.delete(of)
    else this.#drafts.set(of, text)
  }

  drafts(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#drafts)
  }

  close(): void {
    // What was committed stays: the next `load` finds it.
  }

  /** What a database would refuse must be refused here too, before anything is changed: places and keys are unique. */
  #refuseTaken(rows: readonly Row[]): void {
    const taken = new Map<string | number, MessageId>()
    for (const row of rows) {
      if (row.table !== 'message' || this.#messages.get(row.row.id)?.seq === row.row.seq) continue
      const { id, seq } = row.row
      if (this.#messages.has(id)) throw new Error(`${id} changed its place to ${seq}`)
      this.#refuseOther(this.#places.get(seq) ?? taken.get(seq), id, `place ${seq}`)
      taken.set(seq, id)
      const key = keyOf(row.row)
      if (key === null) continue
      this.#refuseOther(this.#keys.get(key) ?? taken.get(key), id, `key ${key}`)
      taken.set(key, id)
    }
  }

  #refuseOther(holder: MessageId | undefined, id: MessageId, what: string): void {
    if (holder !== undefined && holder !== id) throw new Error(`${what} of ${id} is taken by ${holder}`)
  }

  #put(row: Row): void {
    switch (row.table) {
      case 'agent':
        this.#agents.set(row.row.id, row.row)
        return
      case 'message':
        return this.#putMessage(row.row, row.open)
      case 'frame':
        return keep(this.#frames, row.row, row.open)
      case 'turn':
        this.#numbers.set(row.row.id, { agent: row.row.agent, n: row.row.n })
        return keep(this.#turns, row.row, row.open)
      case 'entry':
        return this.#putEntry(row.row)
      case 'link':
        return this.#links.put(row.row, row.open)
      case 'crossing':
        return this.#links.cross(row.row)
      case 'heartbeat':
        return keep(this.#heartbeats, row.row, row.open)
      case 'gathering':
        return this.#gatherings.put(row.row, row.open)
      case 'utterance':
        return this.#gatherings.say(row.row)
      case 'copied':
        for (const entry of this.entries(row.from, null, Number.MAX_SAFE_INTEGER))
          this.#putEntry({ ...entry, agent: row.to })
        return
      case 'forgotten':
        return this.#forget(row.agent)
      default:
        row satisfies never
    }
  }

  #putMessage(message: Message, open: boolean): void {
    const { id, seq } = message
    if (!this.#messages.has(id)) {
      const key = keyOf(message)
      this.#places.set(seq, id)
      if (key !== null) this.#keys.set(key, id)
      for (const [index, at] of this.#placesOf(message)) index.set(at, (index.get(at) ?? new Set()).add(id))
      this.#seq = Math.max(this.#seq, seq)
    }
    this.#messages.set(id, message)
    if (open) this.#open.add(id)
    else this.#open.delete(id)
  }

  #putEntry(entry: Entry): void {
    const entries = this.#entries.get(entry.agent)
    if (entries) entries.set(entry.n, entry)
    else this.#entries.set(entry.agent, new Map([[entry.n, entry]]))
  }

  #forget(agent: AgentId): void {
    this.#agents.delete(agent)
    this.#entries.delete(agent)
    this.#drafts.delete(agent)
    for (const frame of this.#frames.values()) if (frame.agent === agent) this.#frames.delete(frame.id)
    for (const { id, agent: of } of this.#heartbeats.values()) if (of === agent) this.#heartbeats.delete(id)
    for (const turn of this.#turns.values()) if (turn.agent === agent) this.#turns.delete(turn.id)
    for (const [turn, of] of this.#numbers) if (of.agent === agent) this.#numbers.delete(turn)
    for (const message of this.#messages.values()) {
      if (message.to !== agent) continue
      this.#messages.delete(message.id)
      this.#open.delete(message.id)
      this.#places.delete(message.seq)
      const key = keyOf(message)
      if (key !== null) this.#keys.delete(key)
      for (const [index, at] of this.#placesOf(message)) index.get(at)?.delete(message.id)
    }
  }

  /** The indexes that name a message, and under what. */
  #placesOf(message: Message): readonly (readonly [Map<string, Set<MessageId>>, string])[] {
    const parties = message.expectsReply ? [senderOf(message.from), message.to] : []
    return [[this.#threads, message.thread], ...parties.map((party) => [this.#tickets, party] as const)]
  }

  #named(ids: ReadonlySet<MessageId> = new Set()): Message[] {
    const found = Array.from(ids, (id) => this.#messages.get(id)).filter((message) => message !== undefined)
    return found.sort((a, b) => a.seq - b.seq)
  }
}

/** Of settled frames and turns only the number of a turn is asked for, so they need not be kept. */
function keep<T extends { id: string }>(into: Map<string, T>, row: T, open: boolean): void {
  if (open) into.set(row.id, row)
  else into.delete(row.id)
}

/** The person is one sender, at the window as at the API. */
const senderOf = (author: Author): string => (author.kind === 'agent' ? author.id : author.kind)

const keyOf = (message: Message): string | null =>
  message.idempotencyKey === null ? null : `${senderOf(message.from)} ${message.idempotencyKey}`

/** Words as the search sees them: without case, accents and what stands between them. */
const words = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The text, with the words marked that a term begins or holds. */
function partsOf(text: string, terms: readonly string[]): Found['parts'] {
  const wanted = terms.flatMap((term) => term.trim().split(' '))
  return text
    .split(/([\p{L}\p{N}\p{M}]+)/gu)
    .filter((part) => part !== '')
    .map((part) => ({
      text: part,
      isMatch: wanted.some((word) => word !== '' && words(part).startsWith(word)),
    }))
}
