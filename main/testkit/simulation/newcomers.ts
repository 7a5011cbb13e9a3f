import type { Gathering } from '../../contract/gatherings/gatherings.ts'
import type { NewSeat } from '../../core/step/gathering-commands.ts'
import type { NameKeys } from '../../core/step/state.ts'
import type { RandomChoices } from './random-choices.ts'

/** Who takes a seat: an agent that may sit elsewhere or here, one that is made for it, or the person. */
function newSeat(
  sim: RandomChoices,
  mayBePerson: boolean,
): { readonly seat: NewSeat; readonly tab: NameKeys | null } {
  const { random } = sim
  const bare = { role: random.chance(0.3) ? 'late' : '', spawn: null } as const
  if (mayBePerson && random.chance(0.3))
    return { seat: { ...bare, name: 'mo', kind: 'human', agent: null }, tab: null }
  const state = random.chance(0.6) ? random.pick(sim.agents()) : undefined
  if (state)
    return { seat: { ...bare, name: state.agent.name, kind: 'agent', agent: state.agent.id }, tab: null }
  const tab = sim.name()
  const spawn = { cwd: '/', model: null, permissionMode: 'default' } as const
  return { seat: { ...bare, name: tab.name, kind: 'agent', agent: null, spawn }, tab }
}

/** All that happened in it, as the edge reads it. */
const rowsOf = (sim: RandomChoices, { id }: Gathering) =>
  sim.store.utterances(id, null, Number.MAX_SAFE_INTEGER)

/** The person seats somebody in a circle, whether it is the moment for it or not. */
export function seatOneMore(sim: RandomChoices, g: Gathering): void {
  note(sim, g, 'join')
  const holds = sim.random.chance(0.2)
  const fields = { ...newSeat(sim, true), name: 'mo', holds, rows: rowsOf(sim, g) }
  sim.command({ type: 'gathering.joined', gathering: g.id, ...fields })
}

/** The person chooses another harvester, whether the present one is gone or not. */
export function replaceHarvester(sim: RandomChoices, gathering: Gathering): void {
  note(sim, gathering, 'harvester')
  const fields = { ...newSeat(sim, false), name: 'mo', rows: rowsOf(sim, gathering) }
  sim.command({ type: 'gathering.reharvested', gathering, ...fields })
}

/** One that was closed, with a harvest or without, is harvested after all. */
export function harvestLater(sim: RandomChoices): void {
  const closed = sim.random.pick(sim.store.gatherings({ state: 'closed', member: null }, 0, 5))
  if (closed) replaceHarvester(sim, sim.engine.state.gatherings.get(closed.id) ?? closed)
}

function note(sim: RandomChoices, g: Gathering, verb: string): void {
  const { piece = null } = sim.engine.state.gatherings.get(g.id) ?? {}
  sim.watch.hand(g.id, verb, piece?.id ?? null)
  sim.watch.count(`hand ${verb}`)
  sim.watch.stirred()
}
