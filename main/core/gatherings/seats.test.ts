import type { Gathering } from '../../contract/gatherings/gatherings.ts'
import { expect, test } from 'vitest'
import { makeGathering, makeSeat } from '../../testkit/factories/factories.ts'
import { leftOf } from './seats.ts'

test('where the piece has jumped, the order goes on from its holder, late ones last', () => {
  const fresh = makeGathering(1, {
    seats: [1, 2, 3, 4, 5, 6].map((number) => makeSeat(number)),
    spokenSeats: [1],
    last: 1,
  })
  const { piece } = fresh
  if (!piece) throw new Error('nobody has the piece')
  const jumped = { ...fresh, piece: { ...piece, number: 4 } }
  const left = (changes: Partial<Gathering> = {}) =>
    leftOf({ ...jumped, ...changes }).map(({ number }) => number)
  expect(left().filter((number) => number !== 4)).toEqual([5, 6, 2, 3])
  expect(left({ deferredSeats: [5] }).filter((number) => number !== 4)).toEqual([6, 2, 3, 5])
  expect(left({ piece: null })).toEqual([2, 3, 4, 5, 6])
})
