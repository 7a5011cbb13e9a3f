import type { Closing, Gathering, HarvestCardId, Passage, Seat } from '../../contract/gatherings.ts'
import type { AgentId, Author } from '../../contract/model.ts'
import type { Doer } from '../../contract/ties.ts'
import { create } from '../agents/agents.ts'
import type { Plan } from '../commands.ts'
import type { Answer, Command } from '../events.ts'
import { accept, refuse } from '../mail/mailbox.ts'
import { quotable } from '../prompts.ts'
import type { NameKeys, State } from '../state.ts'
import type { Step } from '../step.ts'
import { seedText, systemPulse } from './circle-prompts.ts'
import { fewestSeats, isSitting, membersOf, mostSeats, mostTurns, seatOf, sittingOf } from './circle.ts'
import { beginCircle } from './piece.ts'
import { tellAll } from './speaking.ts'

type Convened = Extract<Command, { type: 'gathering.convened' }>
type Tabs = ReadonlyMap<number, NameKeys>

/** Convenes a gathering, or proposes it; all or nothing. */
export function convene(step: Step, event: Convened): Answer {
  const earlier = event.earlier ?? withKey(step, event.by, event.idempotencyKey)
  if (earlier) return { kind: 'gathering', gathering: earlier }
  const { by, byName, plan, proposed, tabs, idempotencyKey } = event
  const problem =
    problemOf(step, by, plan) ?? unready(step, plan, proposed ? new Map<number, NameKeys>() : tabs)
  if (problem !== null) return refuse('wrong_state', problem)
  const wish = event.proposal === undefined ? null : (step.gatherings.get(event.proposal) ?? null)
  if (event.proposal !== undefined && wish?.stage !== 'proposed')
    return refuse('wrong_state', 'It is no proposal any more.')
  const caps = { turns: plan.maxTurns ?? mostTurns(plan), cost: plan.maxCost }
  const g: Gathering = {
    id: step.ids.next('gat'),
    topic: plan.topic,
    question: plan.question,
    rhythm: plan.rhythm,
    opening: plan.opening,
    seats: plan.seats,
    harvester: plan.harvester,
    structure: plan.structure,
    human: plan.human && { away: false, hand: false, note: '', holds: plan.human.holds },
    beatsPerTurn: plan.beatsPerTurn,
    interval: plan.interval,
    beatOn: plan.beatOn,
    grace: plan.grace,
    sealed: plan.sealed,
    maxTurns: caps.turns,
    maxCost: caps.cost,
    caps,
    folder: plan.folder,
    convened: { by, name: byName, at: step.now },
    depth:
      by.kind === 'agent' && !proposed ? (step.get(by.id).turn?.depth ?? step.get(by.id).agent.depth) + 1 : 0,
    stage: 'proposed',
    stageAt: step.now,
    passages: [],
    phase: 'inhale',
    round: 1,
    done: [],
    missed: [],
    late: [],
    last: 0,
    next: null,
    piece: null,
    paused: null,
    heard: [],
    shut: [],
    rows: 0,
    turns: 0,
    costUsd: 0,
    harvesting: null,
    harvest: null,
    unharvested: '',
    closed: null,
    kept: null,
    shelved: false,
    idempotencyKey,
  }
  // A proposal that the person has changed stays what it is: its harvest goes back to whoever wanted it.
  const own = wish ? { id: wish.id, convened: wish.convened, folder: wish.folder } : {}
  return { kind: 'gathering', gathering: proposed ? step.gathering(g) : seat(step, { ...g, ...own }, tabs) }
}

function withKey(step: Step, by: Author, key: string | null): Gathering | undefined {
  if (key === null) return undefined
  return [...step.gatherings.values()].find(
    (one) => one.idempotencyKey === key && JSON.stringify(one.convened.by) === JSON.stringify(by),
  )
}

/** Why a plan could not be convened now, in words for a person, or null. */
export function unfit(state: State, by: Author, plan: Plan, tabs: Tabs): string | null {
  const around: Around = {
    gatherings: state.gatherings,
    find: (id) => state.agents.get(id),
    agents: () => [...state.agents.values()],
  }
  return problemOf(around, by, plan) ?? unready(around, plan, tabs)
}

/** What a plan is held against. */
type Around = Pick<Step, 'gatherings' | 'find' | 'agents'>

/** What can never be, whenever it starts. */
function problemOf(step: Around, by: Author, plan: Plan): string | null {
  const { seats, harvester } = plan
  const own = by.kind === 'agent' ? sittingOf(step.gatherings, by.id) : null
  if (own !== null)
    return `You sit in the gathering "${step.gatherings.get(own)?.topic ?? ''}" yourself: one cannot be begun from within one.`
  if (seats.length < fewestSeats) return 'A circle needs two who speak at least.'
  if (seats.length > mostSeats) return `A circle has ${mostSeats} seats at most.`
  if (!seats.some(({ kind }) => kind === 'agent')) return 'There is no agent in the circle.'
  const double = doubleOf([...seats, harvester])
  return double && `${double} has two seats. Everybody has one, the harvester too.`
}

/** Somebody who is there twice: by tab, by number or by name. */
function doubleOf(seats: readonly Seat[]): string | null {
  const seen = new Set<string>()
  for (const { agent, number, name } of seats) {
    for (const mark of [agent, `#${number}`, name.normalize('NFKC').toLowerCase()]) {
      if (mark === null) continue
      if (seen.has(mark)) return mark.startsWith('#') ? `Number ${number}` : name
      seen.add(mark)
    }
  }
  return null
}

/** What stands against starting it now, in words for a person, or null. */
function unready(step: Around, of: Pick<Gathering, 'seats' | 'harvester'>, tabs: Tabs): string | null {
  for (const { agent, name } of membersOf(of)) {
    const state = step.find(agent)
    if (!state) return `The tab of ${name} was deleted.`
    if (state.agent.closedAt !== null) return `The tab of ${name} is closed. Reopen it first.`
    const other = sittingOf(step.gatherings, agent)
    if (other !== null)
      return `${name} sits in the gathering "${step.gatherings.get(other)?.topic ?? ''}". One sits in one at a time.`
  }
  for (const name of tabs.values()) {
    const other = step
      .agents()
      .find(({ agent }) => agent.key === name.key || agent.skeleton === name.skeleton)
    if (other) return `There is an agent "${other.agent.name}" already: seat it, or choose another name.`
  }
  return null
}

/** The person starts a proposed one. */
export function start(step: Step, g: Gathering, tabs: Tabs): Answer {
  if (g.stage !== 'proposed') return refuse('wrong_state', 'It has been started already.')
  const problem = unready(step, g, tabs)
  if (problem !== null) return refuse('wrong_state', problem)
  return { kind: 'gathering', gathering: seat(step, g, tabs) }
}

/** Members take their seats, new tabs are made, and the past is asked for what bears on the question. */
function seat(step: Step, g: Gathering, tabs: Tabs): Gathering {
  const settle = (one: Seat): Seat => {
    const name = tabs.get(one.number)
    if (one.spawn === null || name === undefined) return one
    const made = create(step, {
      type: 'agent.created',
      name,
      policy: 'hybrid',
      role: one.role,
      ...one.spawn,
    })
    return made.kind === 'agent' ? { ...one, agent: made.agent, spawn: null } : one
  }
  const seated = step.gathering({
    ...g,
    seats: g.seats.map(settle),
    harvester: settle(g.harvester),
    stage: 'convening',
    stageAt: step.now,
  })
  for (const { agent } of membersOf(seated)) step.set(agent, { sits: g.id })
  step.emit({ do: 'gathering.seek', gathering: g.id, words: `${g.topic} ${g.question}` })
  return seated
}

/** The past has answered: everybody gets the seed, and the circle begins. */
export function sought(step: Step, g: Gathering, passages: readonly Passage[]): void {
  if (g.stage !== 'convening') return
  const seeded = step.gathering({ ...g, passages })
  const now = systemPulse(step.agents())
  for (const one of membersOf(seeded)) if (step.find(one.agent)) seed(step, seeded, one, one.agent, now)
  beginCircle(step, seeded)
}

function seed(step: Step, g: Gathering, one: Seat, to: AgentId, now: string): void {
  accept(step, {
    from: { kind: 'system' },
    fromName: 'Janus',
    to,
    priority: 'low',
    causes: [],
    depth: g.depth,
    body: seedText(g, one, now),
    spoken: { gathering: g.id, utterance: null, number: null },
  })
}

/** Its conversation was cut down, or begins anew: a member is told again where it sits. */
export function reseed(step: Step, agent: AgentId): void {
  const { sits } = step.get(agent)
  const g = sits === null ? undefined : step.gatherings.get(sits)
  const one = g && seatOf(g, agent)
  if (g && one && isSitting(g)) seed(step, g, one, agent, 'You were told this before; it still holds.')
}

/** A tab has another name now; its seat keeps the one that it has, and the others are told. */
export function seatRenamed(step: Step, agent: AgentId, name: string): void {
  const { sits } = step.get(agent)
  const g = sits === null ? undefined : step.gatherings.get(sits)
  const one = g && seatOf(g, agent)
  if (!g || !one || !isSitting(g)) return
  const stays = one.number === 0 ? quotable(one.name) : `${quotable(one.name)} (${one.number})`
  tellAll(
    step,
    g,
    `The tab of ${stays} is called ${quotable(name)} now; in this circle it stays ${stays}.`,
    one.number,
  )
}

/** A proposal comes to nothing; its proposer is told. */
export function dismiss(
  step: Step,
  g: Gathering,
  doer: Doer,
  kind: Closing['kind'] & ('dismissed' | 'expired'),
  why: string,
): Answer {
  const { by } = g.convened
  if (by.kind === 'agent' && step.find(by.id)) {
    const body = `The gathering "${g.topic}" that you proposed does not take place: ${why}.`
    accept(step, {
      from: { kind: 'system' },
      fromName: 'Janus',
      to: by.id,
      body,
      priority: 'normal',
      causes: [],
      depth: 0,
    })
  }
  const closed: Closing = { ...doer, at: step.now, kind, why }
  // Nothing was said: there is no file to write.
  const kept = { path: null, problem: '' }
  const over = { ...g, stage: 'closed', stageAt: step.now, closed, kept, shelved: true } as const
  return { kind: 'gathering', gathering: step.gathering(over) }
}

/** A proposal is turned down; a closed one leaves the list. */
export function putAway(step: Step, g: Gathering, name: string): Answer {
  if (g.stage === 'proposed') {
    const person = { by: { kind: 'human', via: 'window' }, name } as const
    return dismiss(step, g, person, 'dismissed', `${name} turned it down`)
  }
  if (g.stage !== 'closed') return refuse('wrong_state', 'It is not over. Close it first.')
  return { kind: 'gathering', gathering: step.gathering({ ...g, shelved: true }) }
}

/** What became of something that a harvest proposed. */
export function decideCard(step: Step, g: Gathering, id: HarvestCardId, state: 'filed' | 'refused'): Answer {
  const card = g.harvest?.cards.find((one) => one.id === id)
  if (!g.harvest || !card) return refuse('not_found', 'There is no such card in that harvest.')
  if (card.state !== 'proposed') return refuse('wrong_state', `It was ${card.state} already.`)
  const cards = g.harvest.cards.map((one) => (one === card ? { ...one, state, at: step.now } : one))
  return { kind: 'gathering', gathering: step.gathering({ ...g, harvest: { ...g.harvest, cards } }) }
}
