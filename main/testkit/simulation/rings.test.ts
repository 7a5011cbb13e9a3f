import { describe, expect, test } from 'vitest'
import { LinkSim, type Habit } from './link-sim.ts'
import { comesToRest, rings } from './rings.ts'

// The other sizes are in the long suite.
describe.each([
  { ...rings.eager, sizes: [2, 3, 6, 10] },
  { ...rings.parrots, sizes: [2, 3, 10] },
  { ...rings.curious, sizes: [2, 3, 10] },
  { ...rings.polite, sizes: [2, 3, 10] },
  { ...rings.waiting, sizes: [2] },
])('agents who are $name', ({ sizes, ...ring }) => {
  test.each(sizes)('come to rest, %i in a ring', (size) => {
    comesToRest(ring, size)
  })
})

/** Asks its neighbor and waits before it answers its own question; the one before the first answers at once. */
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
