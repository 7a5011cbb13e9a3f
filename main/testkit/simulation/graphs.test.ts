import { describe, expect, test } from 'vitest'
import { bounded, eager, endless, writing } from './talk.ts'
import { allGraphs, outlooks, shapes, together } from './graphs.ts'

test('there are as many graphs as there must be', () => {
  expect([2, 3, 4, 5].map((size) => allGraphs(size).length)).toEqual([1, 7, 63, 1023])
  expect([2, 3, 4, 5].map((size) => shapes(size).length)).toEqual([1, 3, 10, 33])
  expect([2, 3, 4, 5].map((size) => outlooks(size).length)).toEqual([1, 5, 19, 89])
})

// One graph of each shape up to four members; five members, all starting members and more habits are in the
// long suite.
describe.each([2, 3, 4])('%i agents, however they are linked', (size) => {
  const graphs = [...shapes(size), together(size)]

  test.each(['answers', 'converse'] as const)('in %s: come to rest', (mode) => {
    for (const graph of graphs) bounded({ size, graph, mode, habit: eager })
  })

  test('who never stop: come to rest', () => {
    for (const graph of graphs) bounded({ size, graph, mode: 'converse', habit: endless })
  })
})

test.each([2, 3])('%i agents who write to each other besides come to rest', (size) => {
  for (const graph of shapes(size)) bounded({ size, graph, mode: 'converse', habit: writing })
})
