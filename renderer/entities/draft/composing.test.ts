import { expect, test } from 'vitest'
import { Composing } from './composing.ts'

function listener() {
  const told: string[] = []
  let now = 0
  const composing = new Composing({
    tell: (agent, draft) => void told.push(`${now} ${agent} ${draft ? 'draft' : 'none'}`),
    tellLeft: (agent) => void told.push(`${now} ${agent} left`),
    tellBegins: (agent) => void told.push(`${now} ${agent} begins`),
    now: () => now,
  })
  return { told, composing, at: (ms: number) => void (now = ms) }
}

test('the first key is told, then one every five seconds while keys come', () => {
  const { told, composing, at } = listener()
  for (const ms of [0, 100, 4_999, 5_000, 9_000, 10_100, 60_000]) {
    at(ms)
    composing.typed('agt-a', true)
  }
  expect(told).toEqual(['0 agt-a draft', '5000 agt-a draft', '10100 agt-a draft', '60000 agt-a draft'])
})

test('that the draft is empty again is told at once, and once', () => {
  const { told, composing } = listener()
  composing.typed('agt-a', true)
  composing.typed('agt-a', false)
  composing.typed('agt-a', false)
  expect(told).toEqual(['0 agt-a draft', '0 agt-a none'])
})

test('after words were sent, the next key is told; each tab is told of by itself', () => {
  const { told, composing } = listener()
  composing.typed('agt-a', true)
  composing.typed('agt-b', true)
  composing.sent('agt-a')
  composing.sent('agt-c')
  composing.typed('agt-a', true)
  expect(told).toEqual(['0 agt-a draft', '0 agt-b draft', '0 agt-a draft'])
})

test('a press is told unless a key just was', () => {
  const { told, composing, at } = listener()
  composing.begins('agt-a')
  composing.typed('agt-a', true)
  composing.begins('agt-a')
  at(5_000)
  composing.begins('agt-a')
  expect(told).toEqual(['0 agt-a begins', '0 agt-a draft', '5000 agt-a begins'])
})

test('a key that writes nothing counts as well', () => {
  const { told, composing } = listener()
  composing.typed('agt-a', false)
  expect(told).toEqual(['0 agt-a none'])
})

test('where the words go to somebody else, that is told; where nothing was written, nothing is', () => {
  const { told, composing } = listener()
  composing.typed('agt-a', true)
  composing.left('agt-a')
  composing.left('agt-a')
  composing.left('agt-b')
  expect(told).toEqual(['0 agt-a draft', '0 agt-a left'])
})
