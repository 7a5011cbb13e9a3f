import { pick } from '../../contract/api/pick.ts'
import { userKey } from '../../contract/mail/authors.ts'
import type { Handler } from '../../contract/handlers/handlers.ts'
import type { Day } from '../../contract/budget/budget.ts'
import type { Heartbeat } from '../../contract/timers/heartbeats.ts'
import type { Crossing, Link } from '../../contract/links/links.ts'
import type { AgentId, Entry, MessageId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Gathering } from '../../contract/gatherings/gatherings.ts'
import type { Utterance } from '../../contract/gatherings/utterances.ts'
import type { Task } from '../../contract/tasks/tasks.ts'
import type { NoteFact } from '../../contract/history/note-facts.ts'
import { isFault, noteWords } from '../../contract/history/note-words.ts'
import { isTimerRunning } from '../../contract/timers/timer-words.ts'
import { machineOfAuthor, machineOf } from './peer-ids.ts'
import type { Effect } from './effects.ts'
import type { Facts, Reactions } from './facts.ts'
import { Ids } from './ids.ts'
import { DirtySet } from './dirty-set.ts'
import type { Agent, AgentState, Limits, State, Passed, Traffic } from './state.ts'
import type { Stamp } from './events.ts'
import type { Frame, Turn } from './frames-and-turns.ts'
import { StepMachines } from './step-machines.ts'
import { StepRows, inOrder, withOne } from './step-rows.ts'
import { statusOf } from './status.ts'
import type { FinishedStep } from '../timeline/timeline-entry.ts'

export type NewEntry = Pick<Entry, 'kind' | 'author' | 'authorName' | 'text'> &
  Partial<Omit<Entry, 'agent' | 'n' | 'turn' | 'at'>>

export const usualEntry = { tool: null, call: null, isError: false, message: null } as const

const parts = ['seq', 'limits', 'traffic', 'links', 'gatherings', 'tasks', 'day'] as const

/** Fields of an agent's state that no row stores. */
type Volatile = Partial<Omit<AgentState, 'agent' | 'mailbox' | 'frames' | 'turn' | 'heartbeats'>>

/**
 * One step of the core: the only way to write the state. Each write of something durable also makes its row,
 * so that nothing changes without being saved.
 */
export class Step {
  readonly now: number
  readonly offset: number
  readonly effects: Effect[] = []
  readonly dirty = new DirtySet()
  readonly fleet: StepMachines
  readonly #agents = new Map<AgentId, AgentState>()
  readonly #seed: string
  readonly #reactions: Reactions
  readonly #before: State
  readonly #state: { -readonly [Part in (typeof parts)[number]]: State[Part] }
  #ids: Ids | null = null
  readonly #rows = new StepRows()
  #reasons = new Set<AgentId>()

  constructor(state: State, stamp: Stamp, reactions: Reactions) {
    this.#reactions = reactions
    this.now = stamp.now
    this.#before = state
    this.#state = pick(state, parts)
    this.offset = stamp.offset ?? 0
    this.#seed = stamp.seed
    // Faster than passing the map to the constructor, which makes a pair for each.
    state.agents.forEach((agent, id) => this.#agents.set(id, agent))
    this.fleet = new StepMachines(state, this.#rows, this.dirty)
  }

  get limits(): Limits {
    return this.#state.limits
  }

  /** Limits may change what any agent does next, so all are marked. */
  limit(limits: Limits): void {
    this.#state.limits = limits
    for (const id of this.#agents.keys()) this.dirty.agent(id)
  }

  get self(): State['self'] {
    return this.fleet.self
  }

  get machines(): State['machines'] {
    return this.fleet.machines
  }

  get traffic(): Traffic {
    return this.#state.traffic
  }

  /** Two levels of maps, so that a message doesn't copy the traffic of all pairs. */
  remember(one: AgentId, passed: ReadonlyMap<AgentId, readonly Passed[]>): void {
    this.#state.traffic = withKey(this.#state.traffic, one, passed.size > 0 ? passed : null)
  }

  /** In order of opening; see `State.links`. */
  get links(): State['links'] {
    return this.#state.links
  }

  /**
   * A closed link stays only while its budget period counts or, for a copy, until its owner has been told.
   */
  link(link: Link): void {
    const isCopy = link.machines !== undefined && link.machines.home !== null
    const isKept =
      link.closed === null || (isCopy ? link.machines?.leaving !== undefined : link.budgetUsed > 0)
    if (link.machines?.home === null) this.dirty.link(link, this.#before.links.get(link.id))
    this.#state.links = withKey(this.#state.links, link.id, isKept ? link : null)
    this.#rows.put(`link ${link.id}`, { table: 'link', row: link, open: isKept })
  }

  /** In order of convening; behind them those that are harvested after their close. */
  get gatherings(): State['gatherings'] {
    return this.#state.gatherings
  }

  /** Returns the gathering; a closed one whose file is written leaves the state. */
  gathering(gathering: Gathering): Gathering {
    const isKept = gathering.closed === null || gathering.exportedFile === null
    this.#state.gatherings = withKey(this.#state.gatherings, gathering.id, isKept ? gathering : null)
    this.#rows.put(`gathering ${gathering.id}`, { table: 'gathering', row: gathering, open: isKept })
    this.dirty.circle(gathering, this.#before.gatherings.get(gathering.id))
    return gathering
  }

  get tasks(): State['tasks'] {
    return this.#state.tasks
  }

  /** Not `open`: forgets it. */
  task(task: Task, open: boolean): void {
    this.#state.tasks = withKey(this.#state.tasks, task.id, open ? task : null)
    this.#rows.put(`task ${task.id}`, { table: 'task', row: task, open })
  }

  utterance(utterance: Utterance): void {
    this.#rows.put(`utterance ${utterance.id}`, { table: 'utterance', row: utterance })
  }

  crossing(crossing: Crossing): void {
    this.#rows.put(`crossing ${crossing.id}`, { table: 'crossing', row: crossing })
  }

  get day(): Day | null {
    return this.#state.day
  }

  keepDay(day: Day): void {
    this.#state.day = day
    this.#rows.put(`day ${day.date}`, { table: 'day', row: day })
  }

  get ids(): Ids {
    this.#ids ??= new Ids(this.#seed)
    return this.#ids
  }

  /** All agents, also closed ones, in order of creation. */
  readonly agents = (): readonly AgentState[] => [...this.#agents.values()]

  readonly before = (id: AgentId): AgentState | undefined => this.#before.agents.get(id)

  readonly find = (id: AgentId): AgentState | undefined => this.#agents.get(id)

  get(id: AgentId): AgentState {
    const found = this.#agents.get(id)
    if (!found) throw new Error(`no agent ${id}`)
    return found
  }

  nextSeq(): number {
    this.#state.seq += 1
    return this.#state.seq
  }

  add(state: AgentState): void {
    this.#agents.set(state.agent.id, state)
    this.agent(state.agent.id, {})
  }

  remove(id: AgentId): void {
    this.#agents.delete(id)
    this.dirty.forget(id)
    this.remember(id, new Map())
    this.#rows.forget(id)
  }

  /** Changes what only lives in memory. */
  set(id: AgentId, patch: Volatile): void {
    this.#patch(id, patch)
  }

  #patch(id: AgentId, patch: Partial<AgentState>): void {
    this.#agents.set(id, { ...this.get(id), ...patch })
    this.dirty.agent(id)
  }

  agent(id: AgentId, patch: Partial<Agent>): void {
    const agent = { ...this.get(id).agent, ...patch }
    if (patch.reason !== undefined) this.#reasons.add(id)
    this.#patch(id, { agent })
    this.#rows.put(`agent@${id}`, { table: 'agent', row: agent })
  }

  /** Puts a message into its receiver's mailbox, or (not `open`) removes it; the user has no mailbox. */
  message(message: Message, open: boolean): void {
    this.#rows.put(`message ${message.id}`, { table: 'message', row: message, open })
    const { from } = message
    const home = machineOfAuthor(from)
    if (from.kind === 'agent' && home === null) this.dirty.deals(from.id)
    if (home !== null) this.dirty.standing(message)
    const machine = machineOf(message.to)
    if (machine !== null) return this.fleet.mail(machine, message, open)
    if (message.to !== userKey) this.#inMailbox(message, open)
  }

  /** The message as last written by this step. */
  latest(message: Message): Message {
    const row = this.#rows.get(`message ${message.id}`)
    return row?.table === 'message' ? row.row : message
  }

  #inMailbox(message: Message, open: boolean): void {
    const { mailbox } = this.get(message.to)
    this.#patch(message.to, { mailbox: inOrder(mailbox, message, open, this.#state.seq) })
    this.dirty.deals(message.to)
  }

  /** Not `open`: settled, removed. */
  frame(frame: Frame, open: boolean): void {
    this.#patch(frame.agent, { frames: withOne(this.get(frame.agent).frames, frame, open) })
    this.#rows.put(`frame ${frame.id}@${frame.agent}`, { table: 'frame', row: frame, open })
  }

  /** Removes it once it has ended. */
  heartbeat(heartbeat: Heartbeat): void {
    const { id, agent, state } = heartbeat
    const isOpen = isTimerRunning(state)
    this.#patch(agent, { heartbeats: withOne(this.get(agent).heartbeats, heartbeat, isOpen) })
    this.#rows.put(`heartbeat ${id}@${agent}`, { table: 'heartbeat', row: heartbeat, open: isOpen })
  }

  /** Not `open`: removed. */
  handler(handler: Handler, open: boolean): void {
    const { id, agent } = handler
    const handlers = [...withOne(this.get(agent).handlers, handler, open)].sort((a, b) => a.place - b.place)
    this.#patch(agent, { handlers })
    this.#rows.put(`handler ${id}@${agent}`, { table: 'handler', row: handler, open })
  }

  turn(turn: Turn, open: boolean): void {
    this.#patch(turn.agent, { turn: open ? turn : null })
    this.#rows.put(`turn ${turn.id}@${turn.agent}`, { table: 'turn', row: turn, open })
  }

  /** Appends a row to an agent's transcript; `at`: when it was said, if earlier. */
  entry(id: AgentId, entry: NewEntry, at = this.now): Entry {
    const { agent, turn } = this.get(id)
    const n = agent.entryCount + 1
    this.agent(id, { entryCount: n })
    return this.row({ agent: id, n, turn: turn?.id ?? null, ...usualEntry, ...entry, at })
  }

  /** Writes a row of a transcript, or of a subagent's log, in place. */
  row(row: Entry): Entry {
    this.#rows.append({ table: 'entry', row })
    return row
  }

  /** Copies the first `rows` transcript rows (default: all) to a new agent, which continues from there. */
  copyEntries(from: AgentId, to: AgentId, rows?: number): void {
    this.#rows.append({ table: 'copied', from, to, ...(rows === undefined ? {} : { rows }) })
  }

  /** A line of Janus's own in the transcript, possibly about a message. */
  note(id: AgentId, note: NoteFact, message: MessageId | null = null): void {
    const by = { author: { kind: 'system' }, authorName: 'Janus' } as const
    this.entry(id, { kind: 'note', ...by, text: noteWords(note), isError: isFault(note), message, note })
  }

  emit(effect: Effect): void {
    this.effects.push(effect)
  }

  /** Other parts react at once, in the order of their table. */
  announce<K extends keyof Facts>(kind: K, fact: Facts[K]): void {
    for (const react of this.#reactions[kind]) react(this, fact)
  }

  finish(): FinishedStep {
    for (const id of this.dirty.agents()) {
      const state = this.get(id)
      const status = statusOf(state)
      if (status === state.agent.status) continue
      this.agent(id, { status, since: this.now, ...(this.#reasons.has(id) ? {} : { reason: null }) })
    }
    const after: State = {
      ...this.#state,
      agents: this.#agents,
      self: this.fleet.self,
      machines: this.fleet.machines,
      at: this.now,
    }
    return {
      before: this.#before,
      after,
      rows: this.#rows.all(),
      effects: this.effects,
      touched: this.dirty.agents(),
      now: this.now,
    }
  }
}

/** A copy of a map with a value set, or (null) without the key. */
function withKey<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, value: Value | null): Map<Key, Value> {
  const copy = new Map(map)
  if (value === null) copy.delete(key)
  else copy.set(key, value)
  return copy
}
