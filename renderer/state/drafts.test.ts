import { expect, test } from 'vitest'
import { confirmed, merged, nextUnkept, written, type Drafts } from './drafts.ts'

const scout = 'agt-scout'
const key = () => 'fresh'

test('what main has taken is kept, unless other words stand there by now', () => {
  const drafts = written({}, scout, 'hello', 'k1')
  expect(confirmed(drafts, scout, 'hello')[scout]?.isKept).toBe(true)
  expect(confirmed(written(drafts, scout, 'hello you', 'k2'), scout, 'hello')[scout]?.isKept).toBe(false)
})

test('empty words are remembered until main has forgotten them', () => {
  const drafts = written({}, scout, '', '')
  expect(nextUnkept(drafts, 10)?.[0]).toBe(scout)
  expect(confirmed(drafts, scout, '')).toEqual({})
})

test('words longer than main takes are not offered to it', () => {
  expect(nextUnkept(written({}, 'first', 'x'.repeat(11), 'k'), 10)).toBe(undefined)
})

test('after a snapshot, words that main never had stay and for the rest main is right', () => {
  const local: Drafts = {
    first: { text: 'typed while main was away', key: 'k1', isKept: false },
    'agt-same': { text: 'same', key: 'k2', isKept: true },
    'agt-sent': { text: 'sent from another window', key: 'k3', isKept: true },
  }
  const main = { first: 'older', 'agt-same': 'same', 'agt-new': 'written in another browser' }
  expect(merged(local, main, key)).toEqual({
    first: local.first,
    'agt-same': local['agt-same'],
    'agt-new': { text: 'written in another browser', key: 'fresh', isKept: true },
  })
})

test('what was sent while main was away does not come back as a draft', () => {
  const local = written({}, scout, '', '')
  expect(merged(local, { [scout]: 'sent' }, key)[scout]?.text).toBe('')
})
