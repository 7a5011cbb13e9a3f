import type { Gathering, Structure } from '../../contract/gatherings/gatherings.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { breakCli, chatter, fullDisk, killCli, repairCli, on, rename } from './faults.ts'
import type { GatheringSim } from './gathering-sim.ts'
import { answerCard, decide, write } from './handling.ts'
import { cap, goOn, open } from './linking.ts'
import { onSome, weighted, type RandomChoices, type RandomEvent } from './random-choices.ts'
import { convene, steer, takeTurn } from './steering.ts'

/** Starts a gathering, sometimes while another runs. */
export function convening(sim: GatheringSim): void {
  convene(sim, sim.random.chance(0.75) ? 'user' : 'agent', sim.wish)
}

/** The user sets a timer for an agent that is due soon. */
export function setTimer(sim: GatheringSim, agent: AgentId): void {
  const wait = sim.random.pick([100, 1000, 5000, 60_000]) ?? 1000
  const fields = { agent, intent: 'check', note: 'look', wait, schedule: null, about: null } as const
  sim.watch.mark('timed', agent)
  sim.command({ type: 'heartbeat.set', ...sim.doer(null), ...fields, idempotencyKey: null })
}

const timer = onSome<GatheringSim>((sim, { agent }) => setTimer(sim, agent.id))
const erase = onSome((sim, { agent }) => sim.tell({ type: 'agent.deleted', agent: agent.id }))
const deafen = onSome((sim, { agent }) => sim.backend.deaf.add(agent.id))
const crash: RandomEvent = (sim) => sim.crash(sim.random.chance(0.7) ? 0 : sim.random.int(1000, 3_600_000))
const sleep: RandomEvent = (sim) => sim.leap(sim.random.int(10_000, 8 * 3_600_000), sim.random.chance(0.5))
const setBack: RandomEvent = (sim) => sim.leap(-sim.random.int(5_000, 8 * 3_600_000), sim.random.chance(0.5))

export const faults = weighted<GatheringSim>([
  [4, write],
  [3, crash],
  [2, killCli],
  [1, sleep],
  [1, setBack],
  [1, on('agent.interrupted')],
  [1, on('agent.stopped')],
  [2, on('agent.restarted')],
  [1, on('agent.closed')],
  [1, on('agent.reopened')],
  [1, erase],
  [1, rename],
  [2, chatter],
  [1, decide],
  [1, answerCard],
  [1, open],
  [1, timer],
  [1, breakCli],
  [2, deafen],
  [1, cap],
  [1, goOn],
  [2, repairCli],
  [1, fullDisk],
])

const structures: readonly Structure[] = [
  [1, 1, 1],
  [1, 1, 1],
  [2, 1, 1],
]

/** Starts a gathering of existing agents during other work. */
const begin: RandomEvent = (world) => {
  const { random } = world
  convene(world, random.chance(0.6) ? 'user' : 'agent', { size: random.int(2, 3), structures })
}

/** Takes the user's turn, and sometimes acts on the gathering. */
const take: RandomEvent = (world) => {
  const g = some(world)
  if (!g) return
  takeTurn(world, g)
  if (world.random.chance(0.3)) steer(world, g)
}

/** Lets about a check-in interval pass. */
const beat: RandomEvent = (world) => {
  const g = some(world)
  if (g) world.pass(world.random.int(g.interval / 2, g.interval * 2))
}

function some(world: RandomChoices): Gathering | undefined {
  return world.random.pick([...world.engine.state.gatherings.values()])
}

/** The gathering events of a week. */
export const gathering: readonly RandomEvent[] = [begin, take, take, beat]
