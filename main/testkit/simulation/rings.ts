import { expect } from 'vitest'
import { depthCap, rateCap } from '../../core/mail/loop-guard.ts'
import { LinkSim, type Habit } from './link-sim.ts'

const eager: Habit = (sim, agent) => [
  { do: 'tool', call: () => sim.calls.send(agent, sim.neighbour(agent), { body: sim.word() }) },
]
const parrot: Habit = (sim, agent) => [
  { do: 'tool', call: () => sim.calls.send(agent, sim.neighbour(agent), { body: 'Thank you!' }) },
]
/** Asks its neighbor at each prompt; its final text answers what it was asked. */
const curious: Habit = (sim, agent) => [
  { do: 'tool', call: () => sim.calls.send(agent, sim.neighbour(agent), { expectsReply: true }) },
]
/** Replies by the tool, and asks back. */
const polite: Habit = (sim, agent, asked) => [
  ...asked.map((id) => ({ do: 'tool' as const, call: () => sim.calls.reply(agent, id) })),
  { do: 'tool', call: () => sim.calls.send(agent, sim.neighbour(agent), { expectsReply: true }) },
]
/** Waits for its neighbor's answer, who waits for the next. */
const waiting: Habit = (sim, agent) => [
  { do: 'await', call: (done) => sim.calls.await(agent, sim.neighbour(agent), 50_000, done) },
]

/** Agents in a ring, and the minutes until it must be silent. */
export interface Ring {
  readonly name: string
  readonly habit: Habit
  readonly within: number
}

/** Each anchor makes one of them write again, until the chain has its greatest depth. */
export const rings = {
  eager: { name: 'eager', habit: eager, within: 200 },
  parrots: { name: 'parrots', habit: parrot, within: 200 },
  curious: { name: 'curious', habit: curious, within: 200 },
  polite: { name: 'polite', habit: polite, within: 60 },
  // Each turn may take most of a minute, and each answer may begin another chain of the same depth.
  waiting: { name: 'waiting', habit: waiting, within: 24 * 60 },
} as const satisfies Record<string, Ring>

/** Runs a ring in which the user prompts one agent, and expects it to become silent. */
export function comesToRest({ habit, within }: Ring, size: number): void {
  const sim = new LinkSim(size, habit)
  const [first] = sim.ids
  if (!first) throw new Error('nobody is there')
  sim.send(null, first)
  const minutes = sim.settle()
  const { delivered } = sim
  const unasked = delivered.filter(({ isReply }) => !isReply)
  const pairs = size === 2 ? 1 : size
  expect(minutes).toBeLessThan(within)
  expect(Math.max(0, ...delivered.map(({ depth }) => depth))).toBeLessThanOrEqual(depthCap)
  expect(unasked.length).toBeGreaterThan(1)
  expect(unasked.length).toBeLessThanOrEqual(pairs * rateCap * Math.ceil(minutes))
  expect(unasked.length).toBeLessThan(1500)
  // At most one answer to each.
  expect(delivered.length - unasked.length).toBeLessThanOrEqual(unasked.length)
}
