import type { Gathering } from '../contract/gatherings.ts'
import type { Command } from '../core/commands.ts'
import type { Fortune } from './fortune.ts'
import { nameIn } from './seated.ts'
import { planOf, wishOf, type Wish } from './convening.ts'
import { speechOf } from './speeches.ts'

type Verb = Extract<Command, { type: 'gathering.steered' }>['verb']

const verbs: readonly Verb[] = [
  ...(['note', 'hand', 'take', 'pause', 'hold', 'resume', 'resume', 'skip', 'extend'] as const),
  ...(['open', 'here', 'here', 'skip', 'take'] as const),
]

/** What the person says has nothing to do with passing: the button says that. */
const frank = { passes: 0, hostile: 0.2, silent: 0 }

/** Somebody convenes a gathering over some of the agents; returns whether there was anybody to sit in it. */
export function convene(town: Fortune, by: 'person' | 'agent', wish: Wish = wishOf(town)): void {
  const { random } = town
  const open = town.agents().filter(({ agent }) => agent.closedAt === null)
  const ids = open.map(({ agent }) => agent.id)
  const { plan, tabs } = planOf(town, ids, wish)
  const proposer = by === 'agent' ? (random.pick(ids) ?? null) : null
  town.watch.count(proposer === null ? 'convened by the person' : 'proposed by an agent')
  const proposed = proposer !== null && random.chance(0.8)
  const fields = { ...town.doer(proposer), plan, tabs, proposed }
  town.command({ type: 'gathering.convened', ...fields, idempotencyKey: null, earlier: null })
}

/** The person uses what the circle gives them, whether it is the moment for it or not. */
export function steer(town: Fortune, g: Gathering): void {
  const { random } = town
  if (g.stage === 'proposed') return random.chance(0.8) ? start(town, g) : dismiss(town, g)
  if (random.chance(0.04)) return doVerb(town, g, 'close')
  if (random.chance(0.15)) return speak(town, g, true)
  doVerb(town, g, random.pick(verbs) ?? 'here')
}

/** It is the person's turn: they speak, pass, keep silence, or do not come. */
export function takeTurn(town: Fortune, g: Gathering): void {
  const { random } = town
  const seat = g.seats.find(({ number }) => number === g.piece?.number)
  if (seat?.kind !== 'human' || random.chance(0.3)) return
  if (random.chance(0.7)) return speak(town, g, false)
  hand(town, g, 'pass')
  const to = random.chance(0.4) ? nameIn(town, g) : null
  town.command({
    type: 'gathering.passed',
    by: { kind: 'human', via: 'window' },
    gathering: g.id,
    grant: random.chance(0.5) ? (g.piece?.id ?? null) : null,
    to,
    silent: random.chance(0.4),
  })
}

/** The person lifts whatever stands, and lets time do the rest. */
export function letGo(town: Fortune, g: Gathering): void {
  if (g.stage === 'proposed') return start(town, g)
  if (g.paused !== null || g.piece?.held === true) doVerb(town, g, 'resume')
}

/** The person's hand, remembered by the watch before it acts. */
export function hand(town: Fortune, g: Gathering, verb: string): void {
  const circle = town.watch.ledger.circles.of(g.id)
  const { piece = null } = town.engine.state.gatherings.get(g.id) ?? {}
  circle.hands.push({ verb, at: town.clock.now(), grant: piece?.id ?? null })
  town.watch.count(`hand ${verb}`)
  town.watch.stirred()
}

function speak(town: Fortune, g: Gathering, host: boolean): void {
  const { random } = town
  const keep = random.chance(0.2)
  hand(town, g, host ? 'host' : keep ? 'say and keep' : 'say')
  const { text } = speechOf(random, frank, town.word(), nameIn(town, g))
  const to = random.chance(0.3) ? nameIn(town, g) : null
  town.command({ type: 'gathering.said', gathering: g.id, name: 'mo', text, grant: null, to, keep, host })
}

function start(town: Fortune, { id, seats, harvester }: Gathering): void {
  const made = [...seats, harvester].filter(({ agent, kind }) => agent === null && kind === 'agent')
  const tabs = new Map(made.map(({ number }) => [number, town.name()] as const))
  town.watch.count('proposal started')
  town.command({ type: 'gathering.started', gathering: id, tabs })
}

function dismiss(town: Fortune, gathering: Gathering): void {
  town.watch.count('proposal dismissed')
  town.command({ type: 'gathering.dismissed', name: 'Mo', gathering })
}

function doVerb(town: Fortune, g: Gathering, verb: Verb): void {
  const { random } = town
  hand(town, g, verb)
  const to = verb === 'skip' && random.chance(0.4) ? nameIn(town, g) : null
  const text = verb === 'note' ? `${town.word()} Do not forget.` : ''
  town.command({ type: 'gathering.steered', gathering: g.id, name: 'mo', verb, text, to })
}
