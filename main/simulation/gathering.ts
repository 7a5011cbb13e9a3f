import type { Gathering, Structure } from '../contract/gatherings.ts'
import type { RandomChoices, RandomEvent } from './random-choices.ts'
import { convene, steer, takeTurn } from './steering.ts'

const structures: readonly Structure[] = [
  [1, 1, 1],
  [1, 1, 1],
  [2, 1, 1],
]

/** Somebody convenes some of those who are there, in the midst of all else. */
const begin: RandomEvent = (world) => {
  const { random } = world
  convene(world, random.chance(0.6) ? 'person' : 'agent', { size: random.int(2, 3), structures })
}

/** The person's turn, if it is theirs; and at times their hand on a circle. */
const take: RandomEvent = (world) => {
  const g = some(world)
  if (!g) return
  takeTurn(world, g)
  if (world.random.chance(0.3)) steer(world, g)
}

/** Time passes as a circle counts it. */
const beat: RandomEvent = (world) => {
  const g = some(world)
  if (g) world.pass(world.random.int(g.interval / 2, g.interval * 2))
}

function some(world: RandomChoices): Gathering | undefined {
  return world.random.pick([...world.engine.state.gatherings.values()])
}

/** What comes of gatherings in a week: its weight is the number of times that it stands here. */
export const gathering: readonly RandomEvent[] = [begin, take, take, beat]
