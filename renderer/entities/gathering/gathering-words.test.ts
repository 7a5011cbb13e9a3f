import { expect, test } from 'vitest'
import {
  capitalized,
  gatheringLine,
  holderWords,
  numberWord,
  ordinal,
  forkPointWords,
  roundsWords,
  seatLoss,
  spokenGathering,
  whereIs,
} from './gathering-words.ts'
import { circle } from '../../testing/gathering.ts'
import { tab } from '../../testing/agent.ts'

test('counts are told in words as far as one reads them so', () => {
  expect([1, 6, 12, 13].map(numberWord)).toEqual(['one', 'six', 'twelve', '13'])
  expect([1, 2].map(roundsWords)).toEqual(['One round.', 'Two rounds.'])
  expect([1, 2, 3, 4, 11, 12, 13, 21].map(ordinal)).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
  ])
  expect(capitalized('six voices')).toBe('Six voices')
})

test('where a gathering is', () => {
  const of = { structure: [2, 3, 2], harvester: { name: 'Scribe' } } as const
  expect(whereIs({ ...of, phase: 'hold', round: 1 })).toBe('Hold, round 1 of 3')
  expect(whereIs({ ...of, phase: 'harvest', round: 1 })).toBe('Scribe is writing the harvest (summary)')
})

test('a line says what a gathering is at, what it needs first', () => {
  expect(gatheringLine(circle())).toBe('Hold 1/2 · Builder (2)')
  expect(gatheringLine(circle({ needs: 'piece' }))).toBe('Your turn')
  expect(gatheringLine(circle({ state: 'proposed', needs: 'proposal' }))).toBe('Scout proposes it')
  expect(gatheringLine(circle({ state: 'paused' }))).toBe('Paused · Hold 1/2')
  expect(gatheringLine(circle({ phase: 'harvest', piece: null }))).toBe('Scribe harvests')
  expect(holderWords(circle())).toBe('Builder (2) has the piece')
  expect(holderWords(circle({ needs: 'piece' }))).toBe('you have the piece')
  expect(spokenGathering(circle({ needs: 'cap' }))).toBe(
    'Ship on Friday?, gathering, needs you, Limit reached: raise it?',
  )
})

test('a place is told by whose words stand there, and what Janus notes by where it is', () => {
  const at = { phase: 'inhale', round: 1 } as const
  expect(forkPointWords({ ...at, name: 'Scout', number: 2 })).toBe('Scout (2), Inhale 1')
  expect(forkPointWords({ ...at, name: 'Mo', number: null })).toBe('Mo, Inhale 1')
  expect(forkPointWords({ ...at, name: 'Janus', number: null })).toBe('Inhale 1')
})

test('a closed gathering without a harvest says so in the list, unless it never began', () => {
  const closed = (kind: 'ended' | 'dismissed') =>
    circle({ state: 'closed', closed: { by: { kind: 'user', via: 'window' }, name: 'Mo', at: 1, kind } })
  expect(gatheringLine(closed('ended'))).toBe('Closed, no harvest: you ended it')
  expect(gatheringLine(closed('dismissed'))).toBe('Closed: you turned it down')
})

test('closing a tab that sits says what becomes of the circle', () => {
  const seat = { gathering: circle().id, topic: 'Ship on Friday?', number: 0, hasPiece: false }
  expect(seatLoss(tab('Scribe', { seat }), circle())).toBe(
    'Scribe harvests “Ship on Friday?”: there would be no harvest. ',
  )
  expect(seatLoss(tab('Bob', { seat: { ...seat, number: 2 } }), circle())).toBe(
    'Bob sits in “Ship on Friday?”: it is skipped from now on. ',
  )
  expect(seatLoss(tab('Bob', { seat }), circle({ state: 'closed' }))).toBe('')
  expect(seatLoss(tab('Bob'), circle())).toBe('')
})
