import type { Crossing, LinkId, LinkMode } from '../contract/ties.ts'
import type { Graph } from './graphs.ts'
import { Village, type Habit } from './village.ts'

/** Ends each turn with words, whatever it was told. */
export const eager: Habit = () => []
/** Answers everything, and sets a check for a minute later in each of its turns. */
export const endless: Habit = (village, agent) => {
  const about = village.neighbour(agent)
  const check = { type: 'heartbeat.set', agent, intent: 'check', note: 'look', wait: 60_000, about } as const
  return [
    {
      do: 'tool',
      call: () => village.command({ ...check, ...village.doer(agent), idempotencyKey: null }),
    },
  ]
}
/** Writes to the next one too, in each of its turns. */
export const writing: Habit = (village, agent) => [
  { do: 'tool', call: () => village.calls.send(agent, village.neighbour(agent), {}) },
]

/** What became of linked agents to whom their person has spoken once. */
export interface Fate {
  readonly crossings: number
  /** Over the link that carried most. */
  readonly most: number
  readonly depth: number
  /** Turns of all of them. */
  readonly turns: number
  /** Until the last of them. */
  readonly minutes: number
  /** Agents that dealt with peers and did not come back to their own work after that. */
  readonly lost: number
  /** Turns in the night after. */
  readonly atNight: number
}

/** How agents are linked, and how they are. */
export interface Plan {
  readonly size: number
  readonly graph: Graph
  readonly mode: LinkMode
  readonly habit: Habit
  /** Crossings of an episode; the usual number without it. */
  readonly budget?: number
  /** To whom the person speaks; all without it. */
  readonly spoken?: number
}

/** The person links agents, speaks to them once, and leaves them alone until the next morning. */
export function live({ size, graph, mode, habit, budget, spoken }: Plan): Fate {
  const village = new Village(size, habit)
  const { ids } = village
  for (const members of graph) {
    const named = members.flatMap((place) => ids[place] ?? [])
    village.link(null, named, mode, budget ?? null)
  }
  for (const id of ids.slice(0, spoken ?? size)) village.send(null, id)
  const minutes = village.settle()
  const turns = village.prompts
  for (let hour = 0; hour < 12; hour++) {
    village.clock.advance(60 * 60_000)
    village.watch.check()
  }
  const said = village.watch.ledger.crossings.filter(({ sent }) =>
    sent.some(({ carriage }) => carriage !== 'paused'),
  )
  return {
    crossings: said.length,
    most: mostOf(said),
    minutes,
    turns,
    atNight: village.prompts - turns,
    depth: Math.max(0, ...village.delivered.map((message) => message.depth)),
    lost: village.watch.astray(village.engine.state).length,
  }
}

function mostOf(said: readonly Crossing[]): number {
  const counts = new Map<LinkId, number>()
  for (const { link } of said) counts.set(link, (counts.get(link) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}
