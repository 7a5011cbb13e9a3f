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

/** What a new transcript row says; the rest is filled in. */
export type NewEntry = Pick<Entry, 'kind' | 'author' | 'authorName' | 'text'> &
  Partial<Omit<Entry, 'agent' | 'n' | 'turn' | 'at'>>

/** What most transcript rows say of themselves. */
export const usualEntry = { tool: null, call: null, isError: false, message: null } as const

/** Fields of an agent's state that no row keeps. */
type Volatile = Partial<Omit<AgentState, 'agent' | 'mailbox' | 'frames' | 'turn' | 'heartbeats'>>

/**
 * One step of the core: the only way to write the state. Each write of something durable also makes its
 * row, so that nothing changes without being saved.
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
    // Quicker than to give the constructor a map, which makes a pair for each.
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

  /** The user has set other limits: they may change what any agent does next. */
  limit(limits: Limits): void {
    this.#limits = limits
    for (const id of this.#agents.keys()) this.dirty.agent(id)
  }

  /** What this machine is called in its fleet; null: it is in none. */
  get self(): State['self'] {
    return this.fleet.self
  }

  /** The other machines, as they are known. */
  get machines(): State['machines'] {
    return this.fleet.machines
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

  /** Writes a link; one that is closed stays only while its episode counts, or its home has not heard that. */
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
    this.#rows.put(`gathering ${gathering.id}`, { table: 'gathering', row: gathering, open: isKept })
    this.dirty.circle(gathering, this.#before.gatherings.get(gathering.id))
    return gathering
  }

  /** The shared list of tasks, in order of adding. */
  get tasks(): State['tasks'] {
    return this.#tasks
  }

  /** Writes a task, or forgets it (`open` false). */
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

  /** The sums of the day that has begun; null before the first turn ever. */
  get day(): Day | null {
    return this.#day
  }

  keepDay(day: Day): void {
    this.#day = day
    this.#rows.put(`day ${day.date}`, { table: 'day', row: day })
  }

  /** Names for what this step creates. */
  get ids(): Ids {
    this.#ids ??= new Ids(this.#seed)
    return this.#ids
  }

  /** All agents, closed ones too, in order of creation. */
  readonly agents = (): readonly AgentState[] => [...this.#agents.values()]

  /** The state of an agent before this step. */
  readonly before = (id: AgentId): AgentState | undefined => this.#before.agents.get(id)

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
    this.dirty.forget(id)
    this.remember(id, new Map())
    this.#rows.forget(id)
  }

  /** Changes what only lives while the app runs. */
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

  /** Puts a message into its receiver's mailbox, or takes it out when it is settled (`open` false); the user has none. */
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

  /** A message as this step has written it last. */
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

  /** Writes a frame, or takes it out when it is settled (`open` false). */
  frame(frame: Frame, open: boolean): void {
    const state = this.get(frame.agent)
    this.#agents.set(frame.agent, { ...state, frames: withOne(state.frames, frame, open) })
    this.#rows.put(`frame ${frame.id}@${frame.agent}`, { table: 'frame', row: frame, open })
    this.dirty.agent(frame.agent)
  }

  /** Writes a heartbeat, or takes it out when it has ended. */
  heartbeat(heartbeat: Heartbeat): void {
    const { id, agent, state } = heartbeat
    const isOpen = isTimerRunning(state)
    const known = this.get(agent)
    this.#agents.set(agent, { ...known, heartbeats: withOne(known.heartbeats, heartbeat, isOpen) })
    this.#rows.put(`heartbeat ${id}@${agent}`, { table: 'heartbeat', row: heartbeat, open: isOpen })
    this.dirty.agent(agent)
  }

  /** Writes a handler in its place, or takes it out when it is removed (`open` false). */
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

  /** Appends a row to an agent's transcript, and gives it; `at`: when it was said, where that was before. */
  entry(id: AgentId, entry: NewEntry, at = this.now): Entry {
    const { agent, turn } = this.get(id)
    const n = agent.entryCount + 1
    this.agent(id, { entryCount: n })
    return this.row({ agent: id, n, turn: turn?.id ?? null, ...usualEntry, ...entry, at })
  }

  /** Writes a row of a transcript, or of a subagent's log, in its place. */
  row(row: Entry): Entry {
    this.#rows.append({ table: 'entry', row })
    return row
  }

  /** Gives a new agent a copy of another's transcript (its first `rows`; all, without), which goes on from there. */
  copyEntries(from: AgentId, to: AgentId, rows?: number): void {
    this.#rows.append({ table: 'copied', from, to, ...(rows === undefined ? {} : { rows }) })
  }

  /** A quiet line of Janus's own in the transcript, about a message if there is one. */
  note(id: AgentId, note: NoteFact, message: MessageId | null = null): void {
    const by = { author: { kind: 'system' }, authorName: 'Janus' } as const
    this.entry(id, { kind: 'note', ...by, text: noteWords(note), isError: isFault(note), message, note })
  }

  emit(effect: Effect): void {
    this.effects.push(effect)
  }

  /** Something has happened that concerns other parts: they react at once, in the order of their table. */
  announce<K extends keyof Facts>(kind: K, fact: Facts[K]): void {
    for (const react of this.#reactions[kind]) react(this, fact)
  }

  /** Brings each marked agent's status up to date, and gives back what the step has made. */
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
