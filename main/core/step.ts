import type { Heartbeat } from '../contract/heartbeats.ts'
import type { Crossing, Link, LinkId } from '../contract/links.ts'
import type { AgentId, Entry } from '../contract/model.ts'
import type { Message } from '../contract/messages.ts'
import type { Gathering, GatheringId } from '../contract/gatherings.ts'
import type { Utterance } from '../contract/utterances.ts'
import type { NoteFact } from '../contract/note-facts.ts'
import { isFault, noteWords } from '../contract/note-words.ts'
import type { Effect, Row } from './effects.ts'
import { Ids } from './ids.ts'
import type { Agent, AgentState, Limits, State } from './state.ts'
import type { Frame, Turn } from './frames-and-turns.ts'
import type { Passed, Traffic } from './traffic.ts'
import { statusOf } from './status.ts'

/** What the engine gives to every event: the time, and 32 hexadecimal digits of randomness. */
export interface Stamp {
  readonly now: number
  readonly seed: string
}

/** What a new transcript row says; the rest is filled in. */
export type NewEntry = Pick<Entry, 'kind' | 'author' | 'authorName' | 'text'> &
  Partial<Omit<Entry, 'agent' | 'n' | 'turn' | 'at'>>

/** Fields of an agent's state that no row keeps. */
type Volatile = Partial<Omit<AgentState, 'agent' | 'mailbox' | 'frames' | 'turn' | 'heartbeats'>>

/**
 * One step of the core: the only way to write the state. Each write of something durable also makes its
 * row, so that nothing changes without being saved.
 */
export class Step {
  readonly now: number
  readonly effects: Effect[] = []
  readonly #dirtyAgents = new Set<AgentId>()
  readonly #dirtyGatherings = new Set<GatheringId>()
  #agents: Map<AgentId, AgentState>
  #seq: number
  #limits: Limits
  #traffic: Traffic
  #links: State['links']
  #gatherings: State['gatherings']
  readonly #seed: string
  #ids: Ids | null = null
  #rows = new Map<string, Row>()
  #entries: Row[] = []
  #reasons = new Set<AgentId>()

  constructor(state: State, stamp: Stamp) {
    this.now = stamp.now
    this.#seed = stamp.seed
    this.#agents = new Map(state.agents)
    this.#seq = state.seq
    this.#limits = state.limits
    this.#traffic = state.traffic
    this.#links = state.links
    this.#gatherings = state.gatherings
  }

  get limits(): Limits {
    return this.#limits
  }

  /** The person has set other limits: they may change what any agent does next. */
  limit(limits: Limits): void {
    this.#limits = limits
    for (const id of this.#agents.keys()) this.#dirtyAgents.add(id)
  }

  /** What passed between agents lately, for the loop guard. */
  get traffic(): Traffic {
    return this.#traffic
  }

  /** By pairs in two levels, or each message would copy what passed between all pairs there are. */
  remember(one: AgentId, passed: ReadonlyMap<AgentId, readonly Passed[]>): void {
    const traffic = new Map(this.#traffic)
    if (passed.size > 0) traffic.set(one, passed)
    else traffic.delete(one)
    this.#traffic = traffic
  }

  /** Links that count, in order of opening. */
  get links(): State['links'] {
    return this.#links
  }

  /** Writes a link; one that is closed stays only while its episode counts. */
  link(link: Link): void {
    const isKept = link.closed === null || link.budgetUsed > 0
    const links = new Map<LinkId, Link>(this.#links)
    if (isKept) links.set(link.id, link)
    else links.delete(link.id)
    this.#links = links
    this.#rows.set(`link ${link.id}`, { table: 'link', row: link, open: isKept })
  }

  /** Gatherings that are not over, in order of convening; behind them those that are harvested after their close. */
  get gatherings(): State['gatherings'] {
    return this.#gatherings
  }

  /** Writes a gathering; one whose file is written too leaves the state. Gives it back. */
  gathering(gathering: Gathering): Gathering {
    const isKept = gathering.closed === null || gathering.exportedFile === null
    const gatherings = new Map<GatheringId, Gathering>(this.#gatherings)
    if (isKept) gatherings.set(gathering.id, gathering)
    else gatherings.delete(gathering.id)
    this.#gatherings = gatherings
    this.#rows.set(`gathering ${gathering.id}`, { table: 'gathering', row: gathering, open: isKept })
    this.#dirtyGatherings.add(gathering.id)
    return gathering
  }

  utterance(utterance: Utterance): void {
    this.#rows.set(`utterance ${utterance.id}`, { table: 'utterance', row: utterance })
  }

  crossing(crossing: Crossing): void {
    this.#rows.set(`crossing ${crossing.id}`, { table: 'crossing', row: crossing })
  }

  /** Names for what this step creates. */
  get ids(): Ids {
    this.#ids ??= new Ids(this.#seed)
    return this.#ids
  }

  /** All agents, closed ones too, in order of creation. */
  agents(): readonly AgentState[] {
    return [...this.#agents.values()]
  }

  readonly find = (id: AgentId): AgentState | undefined => this.#agents.get(id)

  /** The state of an agent known to exist. */
  get(id: AgentId): AgentState {
    const found = this.#agents.get(id)
    if (!found) throw new Error(`no agent ${id}`)
    return found
  }

  nextSeq(): number {
    this.#seq += 1
    return this.#seq
  }

  add(state: AgentState): void {
    this.#agents.set(state.agent.id, state)
    this.agent(state.agent.id, {})
  }

  remove(id: AgentId): void {
    this.#agents.delete(id)
    for (const key of [...this.#rows.keys()]) if (key.endsWith(`@${id}`)) this.#rows.delete(key)
    this.#entries = this.#entries.filter((row) => !isAbout(row, id))
    this.#dirtyAgents.delete(id)
    this.remember(id, new Map())
    // First, since it takes away the agent's mail too: what was still waiting is kept as dropped, for its sender.
    this.#rows = new Map([[`forgotten@${id}`, { table: 'forgotten', agent: id }], ...this.#rows])
  }

  /** Changes what only lives while the app runs. */
  set(id: AgentId, patch: Volatile): void {
    this.#agents.set(id, { ...this.get(id), ...patch })
    this.#dirtyAgents.add(id)
  }

  agent(id: AgentId, patch: Partial<Agent>): void {
    const state = this.get(id)
    const agent = { ...state.agent, ...patch }
    if (patch.reason !== undefined) this.#reasons.add(id)
    this.#agents.set(id, { ...state, agent })
    this.#rows.set(`agent@${id}`, { table: 'agent', row: agent })
    this.#dirtyAgents.add(id)
  }

  /** Puts a message into its receiver's mailbox, or takes it out when it is settled (`open` false). */
  message(message: Message, open: boolean): void {
    const state = this.get(message.to)
    const at = state.mailbox.findIndex((other) => other.id === message.id)
    const mailbox = [...state.mailbox]
    if (at < 0 && open) mailbox.push(message)
    if (at >= 0) mailbox.splice(at, 1, ...(open ? [message] : []))
    this.#agents.set(message.to, { ...state, mailbox })
    this.#rows.set(`message ${message.id}`, { table: 'message', row: message, open })
    this.#dirtyAgents.add(message.to)
  }

  /** Writes a frame, or takes it out when it is settled (`open` false). */
  frame(frame: Frame, open: boolean): void {
    const state = this.get(frame.agent)
    const at = state.frames.findIndex((other) => other.id === frame.id)
    const frames = [...state.frames]
    if (at < 0 && open) frames.push(frame)
    if (at >= 0) frames.splice(at, 1, ...(open ? [frame] : []))
    this.#agents.set(frame.agent, { ...state, frames })
    this.#rows.set(`frame ${frame.id}@${frame.agent}`, { table: 'frame', row: frame, open })
    this.#dirtyAgents.add(frame.agent)
  }

  /** Writes a heartbeat, or takes it out when it has ended. */
  heartbeat(heartbeat: Heartbeat): void {
    const { id, agent, state } = heartbeat
    const isOpen = state === 'armed' || state === 'paused' || state === 'resting' || state === 'held'
    const known = this.get(agent)
    const at = known.heartbeats.findIndex((other) => other.id === id)
    const heartbeats = [...known.heartbeats]
    if (at < 0 && isOpen) heartbeats.push(heartbeat)
    if (at >= 0) heartbeats.splice(at, 1, ...(isOpen ? [heartbeat] : []))
    this.#agents.set(agent, { ...known, heartbeats })
    this.#rows.set(`heartbeat ${id}@${agent}`, { table: 'heartbeat', row: heartbeat, open: isOpen })
    this.#dirtyAgents.add(agent)
  }

  turn(turn: Turn, open: boolean): void {
    this.#agents.set(turn.agent, { ...this.get(turn.agent), turn: open ? turn : null })
    this.#rows.set(`turn ${turn.id}@${turn.agent}`, { table: 'turn', row: turn, open })
    this.#dirtyAgents.add(turn.agent)
  }

  /** Appends a row to an agent's transcript. */
  entry(id: AgentId, entry: NewEntry): void {
    const { agent, turn } = this.get(id)
    const n = agent.entryCount + 1
    this.agent(id, { entryCount: n })
    const usual = { tool: null, call: null, isError: false, message: null }
    const row: Entry = { agent: id, n, turn: turn?.id ?? null, ...usual, ...entry, at: this.now }
    this.#entries.push({ table: 'entry', row })
  }

  /** Gives a new agent a copy of another's whole transcript, which goes on from there. */
  copyEntries(from: AgentId, to: AgentId): void {
    this.#entries.push({ table: 'copied', from, to })
  }

  /** A quiet line of Janus's own in the transcript. */
  note(id: AgentId, note: NoteFact): void {
    const by = { author: { kind: 'system' }, authorName: 'Janus' } as const
    this.entry(id, { kind: 'note', ...by, text: noteWords(note), isError: isFault(note), note })
  }

  emit(effect: Effect): void {
    this.effects.push(effect)
  }

  /** Something about an agent is to be decided anew at the end of the step; what is written of it says so by itself. */
  markDirty(id: AgentId): void {
    this.#dirtyAgents.add(id)
  }

  /** The same about a gathering. */
  markGathering(id: GatheringId): void {
    this.#dirtyGatherings.add(id)
  }

  /** Agents about which something is to be decided, those included that are marked while one goes through them. */
  dirtyAgents(): Iterable<AgentId> {
    return this.#dirtyAgents
  }

  /** Gatherings about which something is to be decided, by now. */
  dirtyGatherings(): readonly GatheringId[] {
    return [...this.#dirtyGatherings]
  }

  /** Brings each marked agent's status up to date, and gives back what the step made. */
  finish(): { state: State; rows: readonly Row[]; effects: readonly Effect[] } {
    for (const id of this.#dirtyAgents) {
      const state = this.get(id)
      const status = statusOf(state)
      if (status === state.agent.status) continue
      this.agent(id, { status, since: this.now, ...(this.#reasons.has(id) ? {} : { reason: null }) })
    }
    const state = {
      agents: this.#agents,
      links: this.#links,
      seq: this.#seq,
      limits: this.#limits,
      gatherings: this.#gatherings,
      traffic: this.#traffic,
      at: this.now,
    }
    return { state, rows: [...this.#rows.values(), ...this.#entries], effects: this.effects }
  }
}

function isAbout(row: Row, id: AgentId): boolean {
  return (row.table === 'entry' && row.row.agent === id) || (row.table === 'copied' && row.to === id)
}
