import { describe, expect, test } from 'vitest'
import { depthCap, rateCap } from '../core/mail/loop-guard.ts'
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

/**
 * Each with the sizes of its rings, and with the minutes after which it must be quiet: each anchor leads one of them to
 * write once more, until the chain is as deep as it may be.
 */
const habits: readonly { name: string; habit: Habit; sizes: readonly number[]; within: number }[] = [
  { name: 'eager', habit: eager, sizes: [2, 3, 4, 5, 6, 7, 8, 9, 10], within: 200 },
  { name: 'parrots', habit: parrot, sizes: [2, 3, 10], within: 200 },
  { name: 'curious', habit: curious, sizes: [2, 3, 4, 5, 6, 7, 8, 9, 10], within: 200 },
  { name: 'polite', habit: polite, sizes: [2, 3, 4, 5, 6, 7, 8, 9, 10], within: 60 },
  // Each of their turns may take most of a minute, and each answer may begin another chain of the same depth.
  { name: 'waiting', habit: waiting, sizes: [2, 5], within: 24 * 60 },
]

describe.each(habits)('agents who are $name', ({ habit, sizes, within }) => {
  test.each(sizes)('come to rest, %i in a ring', (size) => {
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
  })
})

/** Asks its neighbour, waits for the answer, and only then answers who asked it; the last before the first answers at once. */
const askingOn: Habit = (sim, agent, asked) => {
  const next = sim.neighbour(agent)
  const ask = {
    do: 'await' as const,
    call: (done: (text: string) => void) => sim.calls.await(agent, next, 50_000, done),
  }
  const isFirst = agent === sim.ids[0]
  if (asked.length === 0) return isFirst && sim.delivered.length === 0 ? [ask] : []
  const replies = asked.map((id) => ({ do: 'tool' as const, call: () => sim.calls.reply(agent, id) }))
  return next === sim.ids[0] ? replies : [ask, ...replies]
}

test('a question that ten pass on round a ring comes back answered, in order, within ten seconds', () => {
  const sim = new LinkSim(10, askingOn)
  const [first] = sim.ids
  if (!first) throw new Error('nobody is there')
  sim.send(null, first)
  sim.settle()
  const bySeq = sim.delivered.toSorted((one, other) => one.seq - other.seq)
  const place = (id: unknown): number => sim.ids.findIndex((one) => one === id) + 1
  const way = bySeq.map(({ from, to }) => `${place(from.kind === 'agent' && from.id)} to ${place(to)}`)
  const there = Array.from({ length: 9 }, (_, n) => `${n + 1} to ${n + 2}`)
  const back = Array.from({ length: 9 }, (_, n) => `${10 - n} to ${9 - n}`)
  expect(way).toEqual([...there, ...back])
  const [asked, answered] = [bySeq[0], bySeq.at(-1)]
  expect((answered?.acceptedAt ?? Infinity) - (asked?.acceptedAt ?? 0)).toBeLessThanOrEqual(10_000)
})
