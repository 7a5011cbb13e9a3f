import type { Heartbeat } from '../../contract/timers/heartbeats.ts'
import type { Crossing, LinkId, LinkMode } from '../../contract/links/links.ts'
import type { Graph } from './graphs.ts'
import { LinkSim, type Habit } from './link-sim.ts'
import { usualBudget } from '../../contract/api/limits.ts'
import { expect } from 'vitest'
import { depthCap } from '../../core/mail/loop-guard.ts'

export const eager: Habit = () => []
/** Answers everything, and sets a check for a minute later in each turn. */
export const endless: Habit = (sim, agent) => {
  const about = sim.neighbour(agent)
  const what = { intent: 'check', note: 'look', wait: 60_000, schedule: null, about } as const
  const check = { type: 'heartbeat.set', agent, ...what } as const
  return [
    {
      do: 'tool',
      call: () => sim.command({ ...check, ...sim.doer(agent), idempotencyKey: null }),
    },
  ]
}
/** Also writes to the next agent in each turn. */
export const writing: Habit = (sim, agent) => [
  { do: 'tool', call: () => sim.calls.send(agent, sim.neighbour(agent), {}) },
]

/** What happened to linked agents after one message of their user. */
interface TalkResult {
  readonly crossings: number
  readonly most: number
  readonly depth: number
  readonly turns: number
  readonly minutes: number
  /** Janus's own anchors that are still armed when all is silent. */
  readonly armed: number
  readonly atNight: number
}

/** How agents are linked, and how they behave. */
interface Plan {
  readonly size: number
  readonly graph: Graph
  readonly mode: LinkMode
  readonly habit: Habit
  /** The link's budget; the default without it. */
  readonly budget?: number
  /** Index of the agent that the user prompts; all without it. */
  readonly spoken?: number
}

/** The user links agents and prompts them once. */
function begin({ size, graph, mode, habit, budget, spoken }: Plan): LinkSim {
  const sim = new LinkSim(size, habit)
  const { ids } = sim
  for (const members of graph) {
    const named = members.flatMap((place) => ids[place] ?? [])
    sim.link(null, named, mode, budget ?? null)
  }
  for (const id of ids.slice(0, spoken ?? size)) sim.send(null, id)
  return sim
}

/** Crossings that were not held. */
function carriedIn({ watch }: LinkSim): readonly Crossing[] {
  return watch.ledger.crossings.filter(({ sent }) => sent.some(({ carriage }) => carriage !== 'paused'))
}

/** The user prompts agents, and leaves them alone until the next morning. */
function live(plan: Plan): TalkResult {
  const sim = begin(plan)
  const minutes = sim.settle()
  const turns = sim.prompts
  for (let hour = 0; hour < 12; hour++) {
    sim.clock.advance(60 * 60_000)
    sim.watch.check()
  }
  const said = carriedIn(sim)
  return {
    crossings: said.length,
    most: mostOf(said),
    minutes,
    turns,
    atNight: sim.prompts - turns,
    depth: Math.max(0, ...sim.delivered.map((message) => message.depth)),
    armed: sim.agents().flatMap(({ heartbeats }) => heartbeats.filter(isJanuss)).length,
  }
}

const isJanuss = ({ set, state }: Heartbeat): boolean => set.by.kind === 'system' && state === 'armed'

function mostOf(said: readonly Crossing[]): number {
  const counts = new Map<LinkId, number>()
  for (const { link } of said) counts.set(link, (counts.get(link) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}

/**
 * Runs a plan, and expects that budget, depth and (by the watch) rate bound it, that no anchor is left where
 * nothing is open, and that it ends in silence.
 */
export function bounded(plan: Plan): void {
  const { graph, size, budget = usualBudget } = plan
  const fate = live(plan)
  const about = `${plan.mode} ${JSON.stringify(graph)}`
  expect(fate.most, about).toBeLessThanOrEqual(budget)
  expect(fate.crossings, about).toBeLessThanOrEqual(budget * graph.length)
  expect(fate.depth, about).toBeLessThanOrEqual(depthCap)
  expect(fate.turns, about).toBeLessThan(40 * size)
  expect(fate.minutes, about).toBeLessThanOrEqual(120)
  expect(fate.armed, about).toBe(0)
  expect(fate.atNight, about).toBe(0)
}
