import { expect, test } from 'vitest'
import { linkedAgents } from './core.ts'
import { openAtATime } from './circles.ts'
import { Talk } from './talk.ts'

test('agents talk and gather for ever, by the rules of today', () => {
  const talk = new Talk(linkedAgents(40, 40), 0, 1, 'gatherings')
  for (let n = 0; n < 400; n += 1) talk.exchange()
  expect(talk.core.state.gatherings.size).toBe(openAtATime)
})
