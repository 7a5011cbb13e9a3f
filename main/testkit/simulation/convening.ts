import type { Seat, Spawn, Structure } from '../../contract/gatherings/gatherings.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Plan } from '../../core/step/gathering-commands.ts'
import type { NameKeys } from '../../core/step/state.ts'
import type { RandomChoices } from './random-choices.ts'

export interface Wish {
  /** Most participants, including the user. */
  readonly size: number
  readonly structures: readonly Structure[]
}

const spawn: Spawn = { cwd: '/', model: null, permissionMode: 'default' }
const longer: readonly Structure[] = [
  [2, 1, 1],
  [1, 2, 1],
  [2, 2, 2],
]

/** Mostly small gatherings of few rounds, so that a run stays cheap. */
export function wishOf({ random }: RandomChoices): Wish {
  const roll = random.next()
  const few = roll < 0.45 ? 2 : roll < 0.8 ? 3 : 4
  const size = roll < 0.92 ? few : random.chance(0.8) ? random.int(5, 8) : random.int(9, 12)
  return { size, structures: size < 5 && random.chance(0.2) ? longer : [[1, 1, 1]] }
}

/** Names of the new agents that a plan creates, by seat. */
export type Tabs = ReadonlyMap<number, NameKeys>

/** A random plan, sometimes with an agent that is busy, closed or named twice. */
export function planOf(
  sim: RandomChoices,
  agents: readonly AgentId[],
  wish: Wish,
): { plan: Plan; tabs: Tabs } {
  const { random } = sim
  const tabs = new Map<number, NameKeys>()
  const [first, ...others] = shuffled(sim, agents)
  const hasUser = random.chance(0.4)
  const places = Math.max(1, wish.size - (hasUser ? 1 : 0))
  const seats: Seat[] = []
  let number = 0
  const next = (): number => (number += random.chance(0.08) ? random.int(2, 4) : 1)
  const userAt = hasUser ? random.int(0, places) : -1
  for (let place = 0; place <= places; place++) {
    if (place === userAt) seats.push(seat(next(), 'mo', null, 'user'))
    if (place === places) break
    const agent = others[place]
    seats.push(
      agent === undefined || random.chance(0.04) ? made(sim, next(), tabs) : ofAgent(sim, next(), agent),
    )
  }
  const harvester = first === undefined || random.chance(0.1) ? made(sim, 0, tabs) : ofAgent(sim, 0, first)
  return {
    plan: {
      ...rhythmOf(sim, wish),
      ...decisionOf(sim, hasUser),
      seats,
      harvester,
      user: hasUser ? { holds: random.chance(0.1) } : null,
    },
    tabs,
  }
}

function rhythmOf({ random }: RandomChoices, wish: Wish): Omit<Plan, 'seats' | 'harvester' | 'user'> {
  const interval = random.pick([1000, 5000, 20_000, 60_000]) ?? 5000
  return {
    topic: 'How it goes on',
    question: 'What is next?',
    rhythm: null,
    opening: '',
    structure: random.pick(wish.structures) ?? [1, 1, 1],
    beatsPerTurn: random.pick([1, 1, 2, 2, 3]) ?? 2,
    interval,
    grace: random.pick([1000, interval, 30_000]) ?? 30_000,
    sealed: random.chance(0.7),
    maxTurns: random.chance(0.12) ? random.int(2, 12) : null,
    maxCost: null,
    maxTokens: null,
    folder: random.chance(0.3) ? '/' : null,
  }
}

/** Sometimes a decision at the end, with given or proposed options. */
function decisionOf({ decides: random }: RandomChoices, hasUser: boolean): Pick<Plan, 'decision'> {
  if (!random.chance(0.25)) return {}
  const by = random.chance(0.5) ? 'vote' : 'consent'
  const options = by === 'vote' && random.chance(0.6) ? ['now', 'later', 'never'] : []
  return { decision: { by, alone: hasUser && random.chance(0.3), options } }
}

function seat(number: number, name: string, agent: AgentId | null, kind: Seat['kind']): Seat {
  return { number, name, role: '', kind, agent, spawn: null }
}

function ofAgent(sim: RandomChoices, number: number, agent: AgentId): Seat {
  return seat(number, sim.engine.state.agents.get(agent)?.agent.name ?? agent, agent, 'agent')
}

function made(sim: RandomChoices, number: number, tabs: Map<number, NameKeys>): Seat {
  const name = sim.name()
  tabs.set(number, name)
  return { ...seat(number, name.name, null, 'agent'), spawn }
}

function shuffled(sim: RandomChoices, ids: readonly AgentId[]): readonly AgentId[] {
  const left = [...ids]
  const order: AgentId[] = []
  while (left.length > 0) order.push(...left.splice(sim.random.int(0, left.length - 1), 1))
  return order
}
