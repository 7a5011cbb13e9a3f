import type { Gathering, Seat } from '../../contract/gatherings.ts'
import type { Author } from '../../contract/model.ts'
import { areAlike } from '../agents/agents.ts'
import type { Plan } from '../commands.ts'
import type { NameKeys, State } from '../state.ts'
import type { Step } from '../step.ts'
import { fewestSeats, mostSeats } from './bounds.ts'
import { membersOf, sittingOf } from './circle.ts'

/** Names of the tabs that a start makes, by the number of their seat. */
export type Tabs = ReadonlyMap<number, NameKeys>

/** Why a plan could not be convened now, in words for a person, or null. */
export function obstacleNow(state: State, by: Author, plan: Plan, tabs: Tabs): string | null {
  const around: Around = {
    gatherings: state.gatherings,
    find: (id) => state.agents.get(id),
    agents: () => [...state.agents.values()],
  }
  return obstacleOfPlan(around, by, plan) ?? obstacleToStart(around, plan, tabs)
}

/** What a plan is held against. */
type Around = Pick<Step, 'gatherings' | 'find' | 'agents'>

/** What can never be, whenever it starts. */
export function obstacleOfPlan(step: Around, by: Author, plan: Plan): string | null {
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
  const marks = new Set<string>()
  for (const { agent, number, name } of seats) {
    const own = [...(agent === null ? [] : [`tab ${agent}`]), `name ${name.normalize('NFKC').toLowerCase()}`]
    if (own.some((mark) => marks.has(mark))) return name
    if (marks.has(`number ${number}`)) return `Number ${number}`
    for (const mark of [...own, `number ${number}`]) marks.add(mark)
  }
  return null
}

/** What stands against starting it now, in words for a person, or null. */
export function obstacleToStart(
  step: Around,
  of: Pick<Gathering, 'seats' | 'harvester'>,
  tabs: Tabs,
): string | null {
  for (const { agent, name } of membersOf(of)) {
    const state = step.find(agent)
    if (!state) return `The tab of ${name} was deleted.`
    if (state.agent.closedAt !== null) return `The tab of ${name} is closed. Reopen it first.`
    const other = sittingOf(step.gatherings, agent)
    if (other !== null)
      return `${name} sits in the gathering "${step.gatherings.get(other)?.topic ?? ''}". One sits in one at a time.`
  }
  return obstacleToNames(step, [...tabs.values()])
}

/** Each new tab needs a name that no tab has, nor another of the new ones. */
function obstacleToNames(step: Around, names: readonly NameKeys[]): string | null {
  for (const [i, name] of names.entries()) {
    const taken = step.agents().find(({ agent }) => areAlike(agent, name))
    if (taken) return `There is an agent "${taken.agent.name}" already: seat it, or choose another name.`
    const twin = names.slice(0, i).find((one) => areAlike(one, name))
    if (twin) return `"${name.name}" looks like "${twin.name}". Choose another name for one of them.`
  }
  return null
}
