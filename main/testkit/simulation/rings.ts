import { expect } from 'vitest'
import { depthCap, rateCap } from '../../core/mail/loop-guard.ts'
import { LinkSim, type Habit } from './link-sim.ts'

/** Writes to its neighbour at each prompt, whatever was said to it. */
const eager: Habit = (sim, agent) => [
  { do: 'tool', call: () => sim.calls.send(agent, sim.neighbour(agent), { body: sim.word() }) },
]
/** Always says the same. */
const parrot: Habit = (sim, agent) => [
  { do: 'tool', call: () => sim.calls.send(agent, sim.neighbour(agent), { body: 'Thank you!' }) },
]
/** Asks its neighbour at each prompt; its turn is the answer to what it was asked. */
const curious: Habit = (sim, agent) => [
  { do: 'tool', call: () => sim.calls.send(agent, sim.neighbour(agent), { expectsReply: true }) },
]
/** Answers what it was asked by the tool, and asks back. */
const polite: Habit = (sim, agent, asked) => [
  ...asked.map((id) => ({ do: 'tool' as const, call: () => sim.calls.reply(agent, id) })),
  { do: 'tool', call: () => sim.calls.send(agent, sim.neighbour(agent), { expectsReply: true }) },
]
/** Waits for the answer of its neighbour, who waits for that of the next. */
const waiting: Habit = (sim, agent) => [
  { do: 'await', call: (done) => sim.calls.await(agent, sim.neighbour(agent), 50_000, done) },
]

/** Agents in a ring, and the minutes after which they must be quiet. */
export interface Ring {
  readonly name: string
  readonly habit: Habit
  readonly within: number
}

/** Each anchor leads one of them to write once more, until the chain is as deep as it may be. */
export const rings = {
  eager: { name: 'eager', habit: eager, within: 200 },
  parrots: { name: 'parrots', habit: parrot, within: 200 },
  curious: { name: 'curious', habit: curious, within: 200 },
  polite: { name: 'polite', habit: polite, within: 60 },
  // Each of their turns may take most of a minute, and each answer may begin another chain of the same depth.
  waiting: { name: 'waiting', habit: waiting, within: 24 * 60 },
} as const satisfies Record<string, Ring>

/** Lives a ring of so many, to which the user says one thing, and expects it to come to rest. */
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
