import { expect, test } from 'vitest'
import { countPreferences, schulzeOrder } from './schulze.ts'

/** Parses `5 ACBED 8 BEDAC` as ballots; returns the order as letters, ties in brackets. */
function orderOf(profile: string): string {
  const words = profile.split(' ')
  const ballots = words.flatMap((word, i) =>
    Array.from({ length: i % 2 === 0 ? Number(word) : 0 }, () =>
      [...(words[i + 1] ?? '')].map((letter) => [letter.charCodeAt(0) - 65]),
    ),
  )
  const options = new Set(words[1]).size
  return schulzeOrder(ballots, options)
    .map((tied) => tied.map((option) => String.fromCharCode(65 + option)).join(''))
    .map((tied) => (tied.length > 1 ? `(${tied})` : tied))
    .join('')
}

// Markus Schulze's own examples of his method (Wikipedia, User:MarkusSchulze/Schulze method examples); the
// first is also in Wikipedia's article.
test.each([
  ['example 1', '5 ACBED 5 ADECB 8 BEDAC 3 CABED 7 CAEBD 2 CBADE 7 DCEBA 8 EBADC', 'EACBD'],
  ['example 2', '5 ACBD 2 ACDB 3 ADCB 4 BACD 3 CBDA 3 CDBA 1 DACB 5 DBAC 4 DCBA', 'DACB'],
  ['example 3', '3 ABDEC 5 ADEBC 1 ADECB 2 BADEC 2 BDECA 4 CABDE 6 CBADE 2 DBECA 5 DECAB', 'BADEC'],
  ['example 4, where B and D are not beaten', '3 ABCD 2 DABC 2 DBCA 2 CBDA', '(BD)(AC)'],
])('ranks as published: %s', (_, profile, order) => {
  expect(orderOf(profile)).toBe(order)
})

test('a cycle of equal majorities is a tie of all', () => {
  expect(orderOf('1 ABC 1 BCA 1 CAB')).toBe('(ABC)')
})

test('an option that a ballot leaves out comes last in it, and tied ones count for neither', () => {
  const ballots = [[[0]], [[0, 1]], [[2], [1]]]
  expect(countPreferences(ballots, 3)).toEqual([
    [0, 1, 2],
    [1, 0, 1],
    [1, 1, 0],
  ])
  expect(schulzeOrder(ballots, 3)).toEqual([[0, 1], [2]])
})

test('without a ballot all are tied', () => {
  expect(schulzeOrder([], 2)).toEqual([[0, 1]])
})
