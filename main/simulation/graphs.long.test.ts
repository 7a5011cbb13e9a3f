import { describe, test } from 'vitest'
import { bounded } from './bounded.ts'
import { eager, endless, writing } from './talk.ts'
import { allGraphs, shapes, together } from './graphs.ts'

const habits = { eager, endless, writing }
const modes = ['answers', 'converse', 'absorb'] as const

describe.each([2, 3, 4, 5])('%i agents', (size) => {
  describe.each(Object.entries(habits))('who are %s', (_name, habit) => {
    test.each(modes)('in %s, each shape: come to rest', { timeout: 600_000 }, (mode) => {
      for (const graph of [...shapes(size), together(size)]) bounded({ size, graph, mode, habit })
    })

    // Every way to be linked, and so every place from which the talk can begin.
    test.each(modes)('in %s, every graph, spoken to one', { timeout: 1_800_000 }, (mode) => {
      for (const graph of [...allGraphs(size), together(size)])
        bounded({ size, graph, mode, habit, spoken: 1 })
    })

    test('with a budget of a hundred: depth and rate bound them', { timeout: 1_800_000 }, () => {
      for (const graph of [...shapes(size), together(size)])
        bounded({ size, graph, mode: 'converse', habit, budget: 100 })
    })
  })
})
