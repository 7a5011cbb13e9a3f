import { expect, test } from 'vitest'
import { eager } from './talk.ts'
import { LinkSim } from './link-sim.ts'

const minute = 60_000

test('a paused link keeps the newest twenty, and gives them when it goes on', () => {
  const sim = new LinkSim(2, eager)
  const [one, other] = sim.ids
  if (!one || !other) throw new Error('nobody is there')
  sim.link(null, [one, other], 'paused', null)
  const link = [...sim.engine.state.links.keys()][0] ?? 'lnk-'
  for (let words = 0; words < 25; words++) {
    sim.send(null, one)
    sim.clock.advance(minute / 2)
  }
  const crossed = [...sim.watch.ledger.messages.values()].filter((message) => message.crossed !== null)
  const states = Object.groupBy(crossed, ({ state }) => state)
  expect(states.held?.length).toBe(20)
  expect(states.dropped?.map(({ seq }) => seq)).toEqual(crossed.slice(0, 5).map(({ seq }) => seq))

  sim.command({ type: 'link.changed', link, mode: 'converse' })
  const { budgetUsed: used, budgetGranted: allowed } = sim.engine.state.links.get(link) ?? {}
  expect(used).toBe(allowed)
  sim.settle()
  const read = sim.delivered.filter((message) => message.crossed !== null)
  expect(read.map(({ id }) => id)).toEqual(states.held?.map(({ id }) => id))
  sim.watch.settled()
})
