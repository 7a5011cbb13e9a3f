import { seatCount } from '../../contract/api/limits.ts'
import { allRounds, foldedOption, optionCount } from '../../contract/gatherings/decisions.ts'
import { isOwnUser, type Gathering, type Seat } from '../../contract/gatherings/gatherings.ts'
import type { Author } from '../../contract/api/model.ts'
import { isRemote, nameOfPeer } from '../step/peer-ids.ts'
import { areAlike } from '../agents/name-taken.ts'
import type { Plan } from '../step/gathering-commands.ts'
import type { NameKeys, State } from '../step/state.ts'
import type { Step } from '../step/step.ts'
import { absenceOf, membersOf, sittingOf } from './seats.ts'
import { harvestTime, moreTime } from './turn-clock.ts'

export type Tabs = ReadonlyMap<number, NameKeys>

export interface Obstacle {
  /** A message for the user. */
  readonly words: string
  /** 0: the harvester; null: no single seat. */
  readonly seat: number | null
}

const inNone = (words: string): Obstacle => ({ words, seat: null })

/** Why a plan can't be started now, or null. */
export function obstacleNow(state: State, by: Author, plan: Plan, tabs: Tabs): Obstacle | null {
  const around: Around = {
    gatherings: state.gatherings,
    machines: state.machines,
    find: (id) => state.agents.get(id),
    agents: () => [...state.agents.values()],
  }
  return everAgainst(around, by, plan) ?? nowAgainst(around, plan, tabs)
}

type Around = Pick<Step, 'gatherings' | 'find' | 'agents' | 'machines'>

/** Why a plan can never start, as a message for the user, or null. */
export const obstacleOfPlan = (step: Around, by: Author, plan: Plan): string | null =>
  everAgainst(step, by, plan)?.words ?? null

/** Why it can't start now, as a message for the user, or null. */
export const obstacleToStart = (step: Around, of: Sitting, tabs: Tabs): string | null =>
  nowAgainst(step, of, tabs)?.words ?? null

type Sitting = Pick<Gathering, 'seats' | 'harvester'>

function everAgainst(step: Around, by: Author, plan: Plan): Obstacle | null {
  const { seats, harvester } = plan
  const own = by.kind === 'agent' ? sittingOf(step.gatherings, by.id) : null
  if (own !== null)
    return inNone(
      `You are in the gathering "${step.gatherings.get(own)?.topic ?? ''}" yourself. You cannot start another one from there.`,
    )
  if (seats.length < seatCount.least) return inNone('A gathering needs at least two who speak.')
  if (seats.length > seatCount.most) return inNone(`A gathering has at most ${seatCount.most} seats.`)
  if (harvester.agent !== null && isRemote(harvester.agent))
    return { words: 'The harvester must be an agent on this machine. Choose another.', seat: 0 }
  if (!seats.some(({ kind }) => kind === 'agent')) return inNone('There is no agent in the gathering.')
  const undecidable = obstacleToDecide(plan)
  if (undecidable !== null) return inNone(undecidable)
  return doubleOf([...seats, harvester])
}

/** Why a decision is impossible, as a message for the user, or null. */
function obstacleToDecide({ seats, decision }: Plan): string | null {
  if (!decision) return null
  if (decision.alone && !seats.some(isOwnUser)) return 'To decide alone you need a seat. Take one.'
  const { options } = decision
  if (options.length === 0) return null
  if (decision.by === 'consent') return 'A consent round has no options. Choose a vote, or leave them out.'
  const twice = options.find(
    (one, at) => options.findIndex((other) => foldedOption(other) === foldedOption(one)) < at,
  )
  if (twice !== undefined) return `The option "${twice}" is there twice.`
  return options.length < optionCount.least || options.length > optionCount.most
    ? `A vote has ${optionCount.least} to ${optionCount.most} options.`
    : null
}

function doubleOf(seats: readonly Seat[]): Obstacle | null {
  for (const [at, seat] of seats.entries()) {
    const { number, name } = seat
    const earlier = seats.slice(0, at)
    if (earlier.some((one) => one.number === number)) return inNone(`Number ${number} has two seats.`)
    const first = earlier.find((one) => isSame(one, seat))
    if (!first) continue
    const both = `Seat ${first.number} and ${number === 0 ? 'the harvester' : `seat ${number}`}`
    const words =
      seat.agent !== null && first.agent === seat.agent
        ? `${both} are both the tab of ${name}. Take one of them out.`
        : `${both} are both called ${name}. Give one of them another name.`
    // The fault lies with the seat that is easier to change: the new tab, or the seat rather than the
    // harvester.
    return { words, seat: number === 0 || (first.spawn && !seat.spawn) ? first.number : number }
  }
  return null
}

const isSame = (a: Seat, b: Seat): boolean =>
  (a.agent !== null && a.agent === b.agent) || foldedName(a) === foldedName(b)

const foldedName = ({ name }: Seat): string => name.normalize('NFKC').toLowerCase()

/** Why a seat can't be added, as a message for the user, or null; `seat` has its number already. */
export function obstacleToJoin(step: Around, g: Gathering, seat: Seat, tab: NameKeys | null): string | null {
  if (g.stage === 'proposed') return 'It has not begun: change the proposal instead.'
  if (g.stage === 'convening') return 'It is only beginning. Try again in a moment.'
  if (g.stage !== 'running') return 'All rounds are spoken: the harvest is being written.'
  if (g.harvesting) return 'It is ending: nobody speaks any more.'
  if (g.phase === 'decision') return 'It is being decided: nobody joins until all have answered.'
  if (g.seats.length >= seatCount.most) return `A gathering has at most ${seatCount.most} seats.`
  if (seat.number > highestNumber) return `There is no number left: ${highestNumber} is the last.`
  if (isOwnUser(seat) && g.user) return 'You have a seat in this gathering already.'
  if (seat.agent !== null && g.harvester.agent === seat.agent)
    return `${seat.name} is the harvester of this gathering, and never holds the piece.`
  return takenSeat(g, seat) ?? newcomer(step, seat, tab)
}

/** Why the harvester can't be replaced, as a message for the user, or null. */
export function obstacleToReharvest(
  step: Around,
  g: Gathering,
  seat: Seat,
  tab: NameKeys | null,
): string | null {
  const { agent, name } = g.harvester
  const isOver = g.stage === 'closed'
  if (g.stage === 'proposed' || g.stage === 'convening')
    return 'It has not begun: change the proposal instead.'
  if (seat.agent !== null && isRemote(seat.agent))
    return 'The harvester must be an agent on this machine. Choose another.'
  if (isOver && g.harvest) return 'It has its harvest.'
  if (isOver && (g.closed === null || g.index.every(({ first }) => first === '')))
    return 'Nothing was said in it: there is nothing to harvest.'
  if (!isOver && absenceOf(agent === null ? undefined : step.find(agent)) === null)
    return `${name} is there, and is the harvester.`
  if (!isOver && seat.agent !== null && seat.agent === agent)
    return `${name} is gone. Reopen its tab, or choose another.`
  return takenSeat({ ...g, harvester: seat }, seat) ?? newcomer(step, seat, tab)
}

const highestNumber = 99

function takenSeat({ seats, harvester }: Sitting, seat: Seat): string | null {
  if (seat.agent !== null && seats.some(({ agent }) => agent === seat.agent))
    return `${seat.name} is in this gathering already.`
  const others = [...seats, harvester].filter((one) => one.number !== seat.number)
  const twin = others.find((one) => foldedName(one) === foldedName(seat))
  return twin ? `Somebody is called ${seat.name} here already. Give the new one another name.` : null
}

const newcomer = (step: Around, seat: Seat, tab: NameKeys | null): string | null =>
  nowAgainst(step, { seats: [], harvester: seat }, new Map(tab ? [[seat.number, tab]] : []))?.words ?? null

function nowAgainst(step: Around, of: Sitting, tabs: Tabs): Obstacle | null {
  for (const { agent, name, number } of membersOf(of)) {
    if (isRemote(agent)) {
      if (nameOfPeer(step.machines, agent) !== null) continue
      return { words: `${name} is not shared by its machine.`, seat: number }
    }
    const state = step.find(agent)
    if (!state) return { words: `The tab of ${name} was deleted.`, seat: number }
    if (state.agent.closedAt !== null)
      return { words: `The tab of ${name} is closed. Reopen it first.`, seat: number }
    const { seat: away } = state.agent
    if (away && !away.asked)
      return {
        words: `${name} is in the gathering "${away.topic}" of another machine. An agent can be in only one at a time: leave it out, or wait until that is over.`,
        seat: number,
      }
    const other = sittingOf(step.gatherings, agent)
    if (other === null) continue
    const topic = step.gatherings.get(other)?.topic ?? ''
    return {
      words: `${name} is in the gathering "${topic}". An agent can be in only one at a time.`,
      seat: number,
    }
  }
  return againstNames(step, [...tabs])
}

function againstNames(step: Around, tabs: readonly (readonly [number, NameKeys])[]): Obstacle | null {
  for (const [i, [seat, name]] of tabs.entries()) {
    const taken = step.agents().find(({ agent }) => areAlike(agent, name))
    const group = step
      .agents()
      .flatMap(({ agent }) => agent.groups)
      .find((one) => areAlike(one, name))
    if (group) return { words: `There is a group "${group.name}". Choose another name.`, seat }
    if (taken)
      return {
        words: `There is an agent "${taken.agent.name}" already: seat it, or choose another name.`,
        seat,
      }
    const twin = tabs.slice(0, i).find(([, one]) => areAlike(one, name))
    if (!twin) continue
    const words = `"${name.name}" looks like "${twin[1].name}". Choose another name for one of them.`
    return { words, seat: seat === 0 ? twin[0] : seat }
  }
  return null
}

type Extent = Pick<Plan, 'seats' | 'structure' | 'beatsPerTurn' | 'decision'>

/** Maximum of model turns: each agent's turns with all beats, and the harvest. */
export function mostTurns(of: Extent): number {
  const speakers = of.seats.filter(({ kind }) => kind === 'agent').length
  return speakers * mostRounds(of) * (1 + of.beatsPerTurn) + 1
}

/** Maximum of rounds: an objection repeats the hold and the consent round. */
function mostRounds({ structure, decision }: Extent): number {
  return allRounds(
    decision ? { structure, decision: { isReopened: decision.by === 'consent' } } : { structure },
  )
}

/** Maximum duration in ms: every turn with all beats, and the harvest. */
export function mostTime(of: Extent & Pick<Gathering, 'interval' | 'grace'>): number {
  const { seats } = of
  const agents = seats.filter(({ kind }) => kind === 'agent').length
  const rounds = mostRounds(of)
  return maxDuration(of, { all: rounds * seats.length, agents: rounds * agents }) + harvestTime + moreTime
}

/** Maximum duration in ms of `all` turns, of which `agents` are agents'. */
export function maxDuration(
  { beatsPerTurn, interval, grace }: Pick<Gathering, 'beatsPerTurn' | 'interval' | 'grace'>,
  { all, agents }: { readonly all: number; readonly agents: number },
): number {
  return agents * (beatsPerTurn + 1) * interval + (all - agents) * (beatsPerTurn * interval + grace)
}
