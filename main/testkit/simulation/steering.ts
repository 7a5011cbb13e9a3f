import type { Gathering } from '../../contract/gatherings/gatherings.ts'
import type { Command } from '../../core/step/commands.ts'
import { markSealedAt } from '../../contract/gatherings/replay.ts'
import type { Fork, NewSeat } from '../../core/step/gathering-commands.ts'
import type { RandomChoices } from './random-choices.ts'
import { nameIn } from './seated.ts'
import { planOf, wishOf, type Wish } from './convening.ts'
import { ballotOf, speechOf } from './speeches.ts'
import type { NameKeys } from '../../core/step/state.ts'

type Verb = Extract<Command, { type: 'gathering.steered' }>['verb']

const verbs: readonly Verb[] = [
  'note',
  'hand',
  'take',
  'pause',
  'hold',
  'resume',
  'resume',
  'skip',
  'extend',
  'open',
  'here',
  'here',
  'skip',
  'take',
]

/** The user's text does not pass the piece: the button does. */
const frank = { passes: 0, hostile: 0.2, silent: 0 }

/** Starts or proposes a gathering of some agents. */
export function convene(sim: RandomChoices, by: 'user' | 'agent', wish: Wish = wishOf(sim)): void {
  const { random } = sim
  const open = sim.agents().filter(({ agent }) => agent.closedAt === null)
  const ids = open.map(({ agent }) => agent.id)
  const { plan, tabs } = planOf(sim, ids, wish)
  const proposer = by === 'agent' ? (random.pick(ids) ?? null) : null
  sim.watch.count(proposer === null ? 'convened by the user' : 'proposed by an agent')
  const proposed = proposer !== null && random.chance(0.8)
  const { fork } = proposer === null ? forkOf(sim) : {}
  const fields = { ...sim.doer(proposer), plan, tabs, proposed }
  // Read when the command runs: it may wait while nothing can be saved, and the gathering may change.
  sim.command(() => {
    const now = fork && { fork: { ...fork, of: sim.store.gathering(fork.of.id) ?? fork.of } }
    return { type: 'gathering.convened', ...fields, ...now, idempotencyKey: null, earlier: null }
  })
}

/** Sometimes a fork from a row of an earlier gathering, closed or not. */
function forkOf({ random, store, watch }: RandomChoices): { readonly fork?: Fork } {
  const earlier = store.gatherings({ state: 'all', member: null }, 0, 5)
  const of = random.chance(0.5) ? random.pick(earlier) : undefined
  const rows = of ? store.utterances(of.id, null, Number.MAX_SAFE_INTEGER) : []
  const at = random.pick(rows)
  if (!of || !at) return {}
  watch.count('fork tried')
  const begins = random.pick([null, null, 'there', 'anew'] as const) ?? null
  return { fork: { of, rows: markSealedAt(rows, at.n), begins } }
}

/** A user action on a gathering, whether it is possible now or not. */
export function steer(sim: RandomChoices, g: Gathering): void {
  const { random } = sim
  if (g.stage === 'proposed') return random.chance(0.8) ? start(sim, g) : dismiss(sim, g)
  if (random.chance(0.04)) return doVerb(sim, g, 'close')
  if (random.chance(0.2)) return speak(sim, g, true)
  if (random.chance(0.12)) return seatOneMore(sim, g)
  if (random.chance(0.1)) return replaceHarvester(sim, g)
  doVerb(sim, g, random.pick(verbs) ?? 'here')
}

/** In the user's turn they speak, pass, keep silence, or do nothing. */
export function takeTurn(sim: RandomChoices, g: Gathering): void {
  const { random } = sim
  const seat = g.seats.find(({ number }) => number === g.piece?.number)
  if (seat?.kind !== 'user' || random.chance(0.3)) return
  if (random.chance(0.7)) return speak(sim, g, false)
  hand(sim, g, 'pass')
  const to = random.chance(0.4) ? nameIn(sim, g) : null
  sim.command({
    type: 'gathering.passed',
    by: { kind: 'user', via: 'window' },
    gathering: g.id,
    pieceTurnId: random.chance(0.5) ? (g.piece?.id ?? null) : null,
    to,
    silent: random.chance(0.4),
  })
}

/** The user resumes whatever is stopped. */
export function letGo(sim: RandomChoices, g: Gathering): void {
  if (g.stage === 'proposed') return start(sim, g)
  if (g.paused !== null || g.piece?.held === true) doVerb(sim, g, 'resume')
}

/** Reports a user action to the watch before it happens. */
export function hand(sim: RandomChoices, g: Gathering, verb: string): void {
  const { piece = null } = sim.engine.state.gatherings.get(g.id) ?? {}
  sim.watch.hand(g.id, verb, piece?.id ?? null)
  sim.watch.count(`hand ${verb}`)
  sim.watch.stirred()
}

function speak(sim: RandomChoices, g: Gathering, host: boolean): void {
  const { random } = sim
  const keep = random.chance(0.2)
  const pause = random.chance(0.5)
  const asHost = pause ? 'host' : 'host and go on'
  hand(sim, g, host ? asHost : keep ? 'say and keep' : 'say')
  const { decision } = g
  const isBallot = !host && decision !== undefined && g.phase === 'decision' && random.chance(0.9)
  const { text } = isBallot
    ? ballotOf(random, decision, sim.word())
    : speechOf(random, frank, sim.word(), nameIn(sim, g))
  const to = random.chance(0.3) ? nameIn(sim, g) : null
  sim.command({
    type: 'gathering.said',
    gathering: g.id,
    name: 'mo',
    text,
    pieceTurnId: null,
    to,
    keep,
    host,
    pause,
  })
}

function start(sim: RandomChoices, { id, seats, harvester }: Gathering): void {
  const made = [...seats, harvester].filter(({ agent, kind }) => agent === null && kind === 'agent')
  const tabs = new Map(made.map(({ number }) => [number, sim.name()] as const))
  sim.watch.count('proposal started')
  sim.command({ type: 'gathering.started', gathering: id, tabs })
}

function dismiss(sim: RandomChoices, gathering: Gathering): void {
  sim.watch.count('proposal dismissed')
  sim.command({ type: 'gathering.dismissed', name: 'Mo', gathering })
}

function doVerb(sim: RandomChoices, g: Gathering, verb: Verb): void {
  const { random } = sim
  hand(sim, g, verb)
  const to = verb === 'skip' && random.chance(0.4) ? nameIn(sim, g) : null
  const text = verb === 'note' ? `${sim.word()} Do not forget.` : ''
  sim.command({ type: 'gathering.steered', gathering: g.id, name: 'mo', verb, text, to })
}

/** A new seat: for an agent that may have one elsewhere or here, a new agent, or the user. */
function newSeat(
  sim: RandomChoices,
  mayBeUser: boolean,
): { readonly seat: NewSeat; readonly tab: NameKeys | null } {
  const { random } = sim
  const bare = { role: random.chance(0.3) ? 'late' : '', spawn: null } as const
  if (mayBeUser && random.chance(0.3))
    return { seat: { ...bare, name: 'mo', kind: 'user', agent: null }, tab: null }
  const state = random.chance(0.6) ? random.pick(sim.agents()) : undefined
  if (state)
    return { seat: { ...bare, name: state.agent.name, kind: 'agent', agent: state.agent.id }, tab: null }
  const tab = sim.name()
  const spawn = { cwd: '/', model: null, permissionMode: 'default' } as const
  return { seat: { ...bare, name: tab.name, kind: 'agent', agent: null, spawn }, tab }
}

/** All rows of a gathering, as the server reads them. */
const rowsOf = (sim: RandomChoices, { id }: Gathering) =>
  sim.store.utterances(id, null, Number.MAX_SAFE_INTEGER)

/** The user adds a seat, whether it is possible now or not. */
function seatOneMore(sim: RandomChoices, g: Gathering): void {
  hand(sim, g, 'join')
  const holds = sim.random.chance(0.2)
  const fields = { ...newSeat(sim, true), name: 'mo', holds, rows: rowsOf(sim, g) }
  sim.command({ type: 'gathering.joined', gathering: g.id, ...fields })
}

/** The user chooses another harvester, whether the present one is closed or not. */
function replaceHarvester(sim: RandomChoices, gathering: Gathering): void {
  hand(sim, gathering, 'harvester')
  const fields = { ...newSeat(sim, false), name: 'mo', rows: rowsOf(sim, gathering) }
  sim.command({ type: 'gathering.reharvested', gathering, ...fields })
}

/** Harvests a closed gathering, with or without a harvest. */
export function harvestLater(sim: RandomChoices): void {
  const closed = sim.random.pick(sim.store.gatherings({ state: 'closed', member: null }, 0, 5))
  if (closed) replaceHarvester(sim, sim.engine.state.gatherings.get(closed.id) ?? closed)
}
