import { userKey } from '../../contract/mail/authors.ts'
import type { Crossing, Link } from '../../contract/links/links.ts'
import type { Delta, FeedEvent } from '../../contract/api/feed.ts'
import type { ChannelKind, ChannelOf, RowOf, RowsUpdate } from '../../contract/api/log.ts'
import type { UtteranceView } from '../../contract/gatherings/gathering-views.ts'
import type { Gathering, GatheringId } from '../../contract/gatherings/gatherings.ts'
import type { Utterance } from '../../contract/gatherings/utterances.ts'
import type { CrossingView } from '../../contract/links/link-views.ts'
import type { ThreadRow } from '../../contract/mail/mail-views.ts'
import type { AgentId, Entry } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { WindowView } from '../../contract/api/answers.ts'
import type { AgentView, AppStatus, SlashCommand } from '../../contract/api/views.ts'
import type { Row } from '../../core/step/effects.ts'
import type { AgentState, State } from '../../core/step/state.ts'
import type { FeedSource } from '../../ports/ports.ts'
import { dayView } from '../budget/budget-views.ts'
import { gatheringView } from '../gatherings/gathering-views.ts'
import { linkView } from '../links/link-views.ts'

interface FeedViews {
  readonly agent: (all: State, one: AgentState) => AgentView
  readonly window: () => Omit<WindowView, 'commands'>
  readonly crossing: (all: State, crossing: Crossing) => CrossingView
  readonly utterance: (all: State, row: Utterance) => UtteranceView
  readonly message: (all: State, row: Message) => ThreadRow
  readonly entry: (row: Entry) => Entry
}

/** Sends every window a snapshot first, then the changes of each commit, in order. */
export class Feed implements FeedSource {
  readonly #listeners = new Set<(event: FeedEvent) => void>()
  /** The blocks being streamed, complete so far, for windows that connect meanwhile. */
  readonly #streams = new Map<AgentId, Map<string, Delta>>()
  readonly #commands = new Map<AgentId, readonly SlashCommand[]>()
  readonly #views: FeedViews

  constructor(views: FeedViews) {
    this.#views = views
  }

  subscribe(listener: (event: FeedEvent) => void): () => void {
    this.#listeners.add(listener)
    const commands = Object.fromEntries(this.#commands) as WindowView['commands']
    listener({ kind: 'snapshot', view: { ...this.#views.window(), commands } })
    for (const streams of this.#streams.values()) for (const delta of streams.values()) listener(delta)
    return () => this.#listeners.delete(listener)
  }

  delta(delta: Delta): void {
    const streams = this.#streams.get(delta.agent) ?? new Map<string, Delta>()
    const before = streams.get(delta.block)?.text ?? ''
    streams.set(delta.block, { ...delta, text: before + delta.text })
    this.#streams.set(delta.agent, streams)
    this.#tell(delta)
  }

  status(status: AppStatus): void {
    this.#tell({ kind: 'status', status })
  }

  commands(agent: AgentId, commands: readonly SlashCommand[]): void {
    this.#commands.set(agent, commands)
    this.#tell({ kind: 'commands', agent, commands })
  }

  /** For changes that are no commit. */
  agent(all: State, one: AgentState): void {
    this.#tell({ kind: 'agent', agent: this.#views.agent(all, one) })
  }

  /** Called by the engine after each commit. */
  published(before: State, after: State, rows: readonly Row[]): void {
    this.#forgetStreams(after, rows)
    if (this.#listeners.size === 0) return
    if (before.tasks !== after.tasks) this.#tell({ kind: 'tasks' })
    if (rows.some(changesTimeline)) this.#tell({ kind: 'timeline' })
    for (const row of rows) {
      if (row.table !== 'message') continue
      const { id, state, reason, inInput, stateAt, expectsReply, ahead, crossed } = row.row
      const turn = numberOf(after, rows, row.row)
      const fate = { state, reason, inInput, stateAt, expectsReply, ahead, turn }
      const carriage = crossed ? { carriage: crossed.carriage } : {}
      this.#tell({ kind: 'message', message: id, ...fate, ...carriage })
    }
    const isCapChanged = before.limits.caps !== after.limits.caps
    for (const [id, state] of after.agents) {
      if (isCapChanged || before.agents.get(id) !== state)
        this.#tell({ kind: 'agent', agent: this.#views.agent(after, state) })
    }
    for (const id of before.agents.keys()) if (!after.agents.has(id)) this.#tell({ kind: 'gone', agent: id })
    if (before.day !== after.day || before.limits.caps !== after.limits.caps)
      this.#tell({ kind: 'day', day: dayView(after, after.at) })
    for (const link of changedLinks(before, after, rows))
      this.#tell({ kind: 'link', link: linkView(after, link) })
    for (const [id, list] of Map.groupBy(rows.flatMap(crossingOf), ({ link }) => link))
      this.#tellRows({ kind: 'link', id }, list, (one) => this.#views.crossing(after, one))
    for (const gathering of changedGatherings(before, after, rows))
      this.#tell({ kind: 'gathering', gathering: gatheringView(after, gathering) })
    for (const [id, list] of Map.groupBy(newestOf(rows), ({ gathering }) => gathering))
      this.#tellRows({ kind: 'gathering', id }, list, (one) => this.#views.utterance(after, one))
    const sent = rows.flatMap((row) => newIn(row, after))
    for (const [id, list] of Map.groupBy(sent, ({ thread }) => thread))
      this.#tellRows({ kind: 'thread', id }, list, (one) => this.#views.message(after, one))
    for (const [id, list] of Map.groupBy(rows.flatMap(entryOf), (entry) => entry.agent))
      this.#tellRows({ kind: 'agent', id }, list, this.#views.entry)
  }

  #tellRows<K extends ChannelKind, T>(
    channel: ChannelOf<K>,
    rows: readonly T[],
    view: (row: T) => RowOf<K>,
  ): void {
    // TypeScript cannot infer that `K` ties channel and rows together.
    this.#tell({ kind: 'rows', channel, rows: rows.map(view) } as RowsUpdate)
  }

  /**
   * A stored row replaces the first streamed block of its kind, and all blocks before that. An agent that
   * does not work streams nothing.
   */
  #forgetStreams(after: State, rows: readonly Row[]): void {
    for (const { agent, kind } of rows.flatMap(entryOf)) {
      const blocks = [...(this.#streams.get(agent) ?? [])]
      const end = blocks.findIndex(([, delta]) => delta.of === kind)
      if (end >= 0) this.#streams.set(agent, new Map(blocks.slice(end + 1)))
    }
    for (const id of this.#streams.keys()) {
      if (after.agents.get(id)?.agent.status !== 'working') this.#streams.delete(id)
    }
  }

  #tell(event: FeedEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}

/**
 * Links that were written, and those with a member that joined or left a gathering; all links after a change
 * of the limits.
 */
function changedLinks(before: State, after: State, rows: readonly Row[]): readonly Link[] {
  if (before.limits.links !== after.limits.links || before.limits.caps !== after.limits.caps)
    return [...after.links.values()]
  const written = new Map(
    rows.flatMap((row) => (row.table === 'link' ? [[row.row.id, row.row] as const] : [])),
  )
  const satIn = (state: State, id: AgentId) => state.agents.get(id)?.gatheringId ?? null
  const rested = [...after.links.values()].filter(
    ({ id, members }) => !written.has(id) && members.some((one) => satIn(before, one) !== satIn(after, one)),
  )
  return [...written.values(), ...rested]
}

/** Gatherings that were written, in their latest state, and those with a member that changed. */
function changedGatherings(before: State, after: State, rows: readonly Row[]): readonly Gathering[] {
  const changed = new Map<GatheringId, Gathering>(
    rows.flatMap((row) => (row.table === 'gathering' ? [[row.row.id, row.row] as const] : [])),
  )
  for (const g of after.gatherings.values()) {
    const members = [...g.seats, g.harvester].flatMap(({ agent }) => agent ?? [])
    if (members.some((id) => before.agents.get(id) !== after.agents.get(id))) changed.set(g.id, g)
  }
  return [...changed.values()]
}

function newestOf(rows: readonly Row[]): readonly Utterance[] {
  const said = rows.flatMap((row) => (row.table === 'utterance' ? [row.row] : []))
  return [...new Map(said.map((one) => [one.id, one])).values()]
}

/** Rows of the user's seats on other machines are excluded, since no window shows them as a log. */
function entryOf(row: Row): Entry[] {
  return row.table === 'entry' && row.row.agent !== userKey ? [row.row] : []
}

/** Messages accepted in this step; later changes are sent as `message` events. */
function newIn(row: Row, { at }: State): Message[] {
  return row.table === 'message' && row.row.acceptedAt === at && row.row.spoken === null ? [row.row] : []
}

/** Timeline rows also show a message's state and a turn's cost. */
function changesTimeline(row: Row): boolean {
  return row.table === 'timeline' || row.table === 'message' || (row.table === 'turn' && !row.open)
}

function crossingOf(row: Row): Crossing[] {
  return row.table === 'crossing' ? [row.row] : []
}

/** A running turn, or one that has just ended. */
function numberOf(after: State, rows: readonly Row[], { turn, to }: Message): number | null {
  const open = after.agents.get(to)?.turn
  if (turn === null || open?.id === turn) return turn === null ? null : (open?.n ?? null)
  const ended = rows.find((row) => row.table === 'turn' && row.row.id === turn)
  return ended?.table === 'turn' ? ended.row.n : null
}
