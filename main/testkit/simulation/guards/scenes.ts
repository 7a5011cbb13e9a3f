import { begin, carriedIn, eager, endless, kept, writing, type Plan } from '../talk.ts'
import { together } from '../graphs.ts'
import type { Manner } from '../link-sim.ts'

/** Linked agents whose talk is counted. */
export interface Scene extends Omit<Plan, 'spoken' | 'budget'> {
  /** As the table calls it. */
  readonly name: string
  readonly manner: Manner
}

const pair = { size: 2, graph: together(2), mode: 'converse', habit: eager } as const
const ring = [
  [0, 1],
  [1, 2],
  [2, 3],
  [3, 4],
  [0, 4],
]
/** Time for a real answer. */
const slow = { pace: 10_000 }
const isOfPeer = (prompt: string): boolean => prompt.includes('[From agent')

/** Who talks, each of which shows another guard at work. */
export const scenes: readonly Scene[] = [
  { ...pair, name: 'two, quick', manner: {} },
  { ...pair, name: 'two, slow', manner: slow },
  { ...pair, name: 'five in a ring', size: 5, graph: ring, manner: slow },
  { ...pair, name: 'five in one link', size: 5, graph: together(5), manner: slow },
  { ...pair, name: 'parrots', manner: { ...slow, says: () => 'Thank you!' } },
  {
    ...pair,
    name: 'nothing to add',
    manner: { ...slow, says: (sim, prompt) => (isOfPeer(prompt) ? 'SILENT' : sim.word()) },
  },
  { ...pair, name: 'answers', mode: 'answers', manner: slow },
  { ...pair, name: 'busy', manner: { pace: 200_000 } },
  { ...pair, name: 'endless', habit: endless, manner: slow },
  { ...pair, name: 'writing too', habit: writing, manner: slow },
  { ...pair, name: 'still open', size: 3, graph: [], habit: kept, manner: slow },
]

/** What became of a scene in a day; more turns than `cap` are not waited for. */
export interface Tally {
  readonly crossings: number
  readonly turns: number
  /** There was quiet in the end. */
  readonly rests: boolean
}

/** Turns after which nobody believes any more that they will rest. */
export const cap = 500
const minute = 60_000

/** The user begins, and leaves them alone for a day. */
export function play({ manner, ...plan }: Scene): Tally {
  const sim = begin(plan, manner)
  sim.watch.isBlind = true
  let last = sim.clock.now()
  const night = last + 24 * 60 * minute
  for (let turns = 0; sim.prompts < cap && sim.clock.now() < night;) {
    sim.clock.advance(minute)
    if (sim.prompts !== turns) last = sim.clock.now()
    turns = sim.prompts
  }
  sim.engine.stop()
  return {
    crossings: carriedIn(sim).length,
    turns: sim.prompts,
    rests: last < night - 12 * 60 * minute && sim.prompts < cap,
  }
}
