import { expect, test } from 'vitest'
import { eager } from './circle.ts'
import { Village } from './village.ts'

const minute = 60_000

test('a paused link keeps the newest twenty, and gives them when it goes on', () => {
  const village = new Village(2, eager)
  const [one, other] = village.ids
  if (!one || !other) throw new Error('nobody is there')
  village.link(null, [one, other], 'paused', null)
  const link = [...village.engine.state.links.keys()][0] ?? 'lnk-'
  for (let words = 0; words < 25; words++) {
    village.send(null, one)
    village.clock.advance(minute / 2)
  }
  const crossed = [...village.watch.ledger.messages.values()].filter((message) => message.crossed !== null)
  const states = Object.groupBy(crossed, ({ state }) => state)
  expect(states.held?.length).toBe(20)
  expect(states.dropped?.map(({ seq }) => seq)).toEqual(crossed.slice(0, 5).map(({ seq }) => seq))

  village.command({ type: 'link.changed', link, mode: 'converse' })
  const { used, allowed } = village.engine.state.links.get(link) ?? {}
  expect(used).toBe(allowed)
  village.settle()
  const read = village.delivered.filter((message) => message.crossed !== null)
  expect(read.map(({ id }) => id)).toEqual(states.held?.map(({ id }) => id))
  village.watch.settled()
})
