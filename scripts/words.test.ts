import { expect, test } from 'vitest'
import { privateWords, words } from './words.mjs'

test('no private word has come back, in names, comments, docs or labels', () => {
  expect(privateWords()).toEqual([])
})

test.each([
  ['const houseOf = machine', 'house'],
  ['// Begins anew.', 'anew'],
  ['What has befallen it', 'befallen'],
  ['class Mishaps {}', 'Mishap'],
  ['it ends of its own accord', 'of its own accord'],
])('“%s” would be found', (line, found) => {
  expect(words.flatMap(({ word }) => word.exec(line)?.[0] ?? [])).toEqual([found])
})
