import { describe, test } from 'vitest'
import { bounded, eager, endless, writing } from './talk.ts'
import { day } from '../factories/day.ts'
import { allGraphs, outlooks, shapes, together } from './graphs.ts'

const habits = { eager, endless, writing }
const modes = ['answers', 'converse', 'absorb'] as const

describe.each([2, 3, 4, 5])('%i agents', (size) => {
  describe.each(Object.entries(habits))('who are %s', (_name, habit) => {
    test.each(modes)('in %s, each shape: come to rest', { timeout: 600_000 }, (mode) => {
      for (const graph of [...shapes(size), together(size)]) bounded({ size, graph, mode, habit })
    })

    // Every shape with every starting member. Of all graphs by name order, the day's share.
    test.each(modes)('in %s, spoken to one', { timeout: 600_000 }, (mode) => {
      const ofDay = allGraphs(size).filter((_graph, at) => at % 20 === day % 20)
      for (const graph of [...outlooks(size), ...ofDay, together(size)])
        bounded({ size, graph, mode, habit, spoken: 1 })
    })

    test('with a budget of a hundred: depth and rate bound them', { timeout: 600_000 }, () => {
      for (const graph of [...shapes(size), together(size)])
        bounded({ size, graph, mode: 'converse', habit, budget: 100 })
    })
  })
})
