import { userKey } from '../../contract/mail/authors.ts'
import type { Handler } from '../../contract/handlers/handlers.ts'
import type { Day } from '../../contract/budget/budget.ts'
import type { Heartbeat } from '../../contract/timers/heartbeats.ts'
import type { Crossing, Link, LinkId } from '../../contract/links/links.ts'
import type { AgentId, Entry, MessageId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Gathering, GatheringId } from '../../contract/gatherings/gatherings.ts'
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
  #seq: number
  #limits: Limits
  #traffic: Traffic
  #links: State['links']
  #gatherings: State['gatherings']
  #tasks: State['tasks']
  #day: Day | null
  readonly #seed: string
  readonly #reactions: Reactions
  readonly #before: State
  #ids: Ids | null = null
  readonly #rows = new StepRows()
  #reasons = new Set<AgentId>()

  constructor(state: State, stamp: Stamp, reactions: Reactions) {
    this.#reactions = reactions
    this.now = stamp.now
    this.#before = state
    this.offset = stamp.offset ?? 0
    this.#day = state.day
    this.#seed = stamp.seed
    // Faster than passing the map to the constructor, which makes a pair for each.
    state.agents.forEach((agent, id) => this.#agents.set(id, agent))
    this.#seq = state.seq
    this.#limits = state.limits
    this.#traffic = state.traffic
    this.#links = state.links
    this.#gatherings = state.gatherings
    this.#tasks = state.tasks
    this.fleet = new StepMachines(state, this.#rows, this.dirty)
  }

  get limits(): Limits {
    return this.#limits
  }

  /** Limits may change what any agent does next, so all are marked. */
  limit(limits: Limits): void {
    this.#limits = limits
    for (const id of this.#agents.keys()) this.dirty.agent(id)
  }

  get self(): State['self'] {
    return this.fleet.self
  }

  get machines(): State['machines'] {
    return this.fleet.machines
  }

  get traffic(): Traffic {
    return this.#traffic
  }

  /** Two levels of maps, so that a message doesn't copy the traffic of all pairs. */
  remember(one: AgentId, passed: ReadonlyMap<AgentId, readonly Passed[]>): void {
    const traffic = new Map(this.#traffic)
    if (passed.size > 0) traffic.set(one, passed)
    else traffic.delete(one)
    this.#traffic = traffic
  }

  /** In order of opening; see `State.links`. */
  get links(): State['links'] {
    return this.#links
  }

  /**
   * A closed link stays only while its budget period counts or, for a copy, until its owner has been told.
   */
  link(link: Link): void {
    const isCopy = link.machines !== undefined && link.machines.home !== null
    const isKept =
      link.closed === null || (isCopy ? link.machines?.leaving !== undefined : link.budgetUsed > 0)
    if (link.machines?.home === null) this.dirty.link(link, this.#before.links.get(link.id))
    const links = new Map<LinkId, Link>(this.#links)
    if (isKept) links.set(link.id, link)
    else links.delete(link.id)
    this.#links = links
    this.#rows.put(`link ${link.id}`, { table: 'link', row: link, open: isKept })
  }

  /** In order of convening; behind them those that are harvested after their close. */
  get gatherings(): State['gatherings'] {
    return this.#gatherings
  }

  /** Returns the gathering; a closed one whose file is written leaves the state. */
  gathering(gathering: Gathering): Gathering {
    const isKept = gathering.closed === null || gathering.exportedFile === null
    const gatherings = new Map<GatheringId, Gathering>(this.#gatherings)
    if (isKept) gatherings.set(gathering.id, gathering)
    else gatherings.delete(gathering.id)
    this.#gatherings = gatherings
    this.#rows.put(`gathering ${gathering.id}`, { table: 'gathering', row: gathering, open: isKept })
    this.dirty.circle(gathering, this.#before.gatherings.get(gathering.id))
    return gathering
  }

  get tasks(): State['tasks'] {
    return this.#tasks
  }

  /** Not `open`: forgets it. */
  task(task: Task, open: boolean): void {
    const tasks = new Map(this.#tasks)
    if (open) tasks.set(task.id, task)
    else tasks.delete(task.id)
    this.#tasks = tasks
    this.#rows.put(`task ${task.id}`, { table: 'task', row: task, open })
  }

  utterance(utterance: Utterance): void {
    this.#rows.put(`utterance ${utterance.id}`, { table: 'utterance', row: utterance })
  }

  crossing(crossing: Crossing): void {
    this.#rows.put(`crossing ${crossing.id}`, { table: 'crossing', row: crossing })
  }

  get day(): Day | null {
    return this.#day
  }

  keepDay(day: Day): void {
    this.#day = day
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
    this.#seq += 1
    return this.#seq
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
    this.#agents.set(id, { ...this.get(id), ...patch })
    this.dirty.agent(id)
  }

  agent(id: AgentId, patch: Partial<Agent>): void {
    const state = this.get(id)
    const agent = { ...state.agent, ...patch }
    if (patch.reason !== undefined) this.#reasons.add(id)
    this.#agents.set(id, { ...state, agent })
    this.#rows.put(`agent@${id}`, { table: 'agent', row: agent })
    this.dirty.agent(id)
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
    const state = this.get(message.to)
    this.#agents.set(message.to, { ...state, mailbox: inOrder(state.mailbox, message, open, this.#seq) })
    this.dirty.agent(message.to)
    this.dirty.deals(message.to)
  }

  /** Not `open`: settled, removed. */
  frame(frame: Frame, open: boolean): void {
    const state = this.get(frame.agent)
    this.#agents.set(frame.agent, { ...state, frames: withOne(state.frames, frame, open) })
    this.#rows.put(`frame ${frame.id}@${frame.agent}`, { table: 'frame', row: frame, open })
    this.dirty.agent(frame.agent)
  }

  /** Removes it once it has ended. */
  heartbeat(heartbeat: Heartbeat): void {
    const { id, agent, state } = heartbeat
    const isOpen = isTimerRunning(state)
    const known = this.get(agent)
    this.#agents.set(agent, { ...known, heartbeats: withOne(known.heartbeats, heartbeat, isOpen) })
    this.#rows.put(`heartbeat ${id}@${agent}`, { table: 'heartbeat', row: heartbeat, open: isOpen })
    this.dirty.agent(agent)
  }

  /** Not `open`: removed. */
  handler(handler: Handler, open: boolean): void {
    const { id, agent } = handler
    const known = this.get(agent)
    const handlers = [...withOne(known.handlers, handler, open)].sort((a, b) => a.place - b.place)
    this.#agents.set(agent, { ...known, handlers })
    this.#rows.put(`handler ${id}@${agent}`, { table: 'handler', row: handler, open })
    this.dirty.agent(agent)
  }

  turn(turn: Turn, open: boolean): void {
    this.#agents.set(turn.agent, { ...this.get(turn.agent), turn: open ? turn : null })
    this.#rows.put(`turn ${turn.id}@${turn.agent}`, { table: 'turn', row: turn, open })
    this.dirty.agent(turn.agent)
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
      agents: this.#agents,
      links: this.#links,
      gatherings: this.#gatherings,
      tasks: this.#tasks,
      seq: this.#seq,
      self: this.fleet.self,
      machines: this.fleet.machines,
      limits: this.#limits,
      traffic: this.#traffic,
      day: this.#day,
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
