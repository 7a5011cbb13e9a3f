import { expect, test } from 'vitest'
import { pieceIn, seatsOf } from '../../testing/gathering.ts'
import { draftFor } from './say.ts'
import { hasTurnLeft, isOwnTurn, seatWord, remainingSpeakers, turnsWords, yourPlace } from './turn-words.ts'

function place(
  words: readonly string[],
  at: { phase?: 'inhale' | 'hold' | 'exhale' | 'harvest'; round?: number } = {},
) {
  const seats = seatsOf(...words)
  const { phase = 'inhale', round = 1 } = at
  return yourPlace({ seats, piece: pieceIn(seats), phase, round, structure: [2, 2, 2] })
}

test('when your turn comes is told with whom it follows', () => {
  expect(place(['Scout spoke', 'Builder speaks', 'Mo next', 'Critic then'])).toBe(
    'You are next, 3rd of four.',
  )
  expect(place(['Scout speaks', 'Builder next', 'Critic then', 'Mo then'])).toBe(
    'You are 4th, after Critic (3).',
  )
  expect(place(['Mo speaks', 'Builder next'])).toBe('You have the piece.')
})

test('after your turn the next one is named, if there is one', () => {
  expect(place(['Scout spoke', 'Mo spoke', 'Critic speaks'])).toBe(
    'You spoke 2nd. Your next turn is in round 2, after Scout.',
  )
  expect(place(['Mo passed', 'Scout speaks'], { round: 2 })).toBe(
    'You passed, 1st. Your next turn is in Hold.',
  )
  expect(place(['Mo silent', 'Scout speaks'], { phase: 'exhale', round: 2 })).toBe(
    'You had nothing to add, 1st. This is the last round.',
  )
})

test('a turn that went by is over in this round', () => {
  const seats = seatsOf('Scout speaks', 'Mo away', 'Critic spoke').map((seat) =>
    seat.name === 'Mo' ? { ...seat, had: true } : seat,
  )
  const at = { seats, piece: pieceIn(seats), phase: 'inhale', round: 1, structure: [2, 2, 2] } as const
  expect(yourPlace(at)).toBe('Your turn in this round went by. Your next turn is in round 2, after Scout.')
})

test('without a seat nothing is told', () => {
  expect(place(['Scout speaks', 'Builder next'])).toBe('')
  expect(place(['Scout spoke', 'Mo spoke'], { phase: 'harvest' })).toBe('')
})

test('who may still be given the piece: the next, the order after the holder, then the late ones', () => {
  const seats = seatsOf('Scout late', 'Builder then', 'Mo speaks', 'Critic then', 'Schema next', 'Keel spoke')
  const at = { seats, piece: pieceIn(seats) }
  expect(remainingSpeakers(at).map(({ name }) => name)).toEqual(['Schema', 'Critic', 'Builder', 'Scout'])
  expect(isOwnTurn(at)).toBe(true)
  expect(seats.map(seatWord).slice(0, 3)).toEqual(['last in this round', 'later', 'speaks'])
})

test('turns that left nothing to listen to are told of, so that the numbers agree', () => {
  const row = (number: number, first: string) =>
    ({
      number,
      first,
      phase: 'hold',
      round: 1,
      kind: 'said',
      sealed: false,
      name: '',
      id: `utt-${number}`,
    }) as const
  const spoken = { turns: 4, of: 24 }
  const two = [row(1, 'One word.'), row(1, 'Another.'), row(2, 'Mine.')]
  expect(turnsWords({ spoken, heard: [...two, row(3, '')] })).toBe('4 turns, 2 passed or skipped')
  expect(turnsWords({ spoken: { turns: 2, of: 24 }, heard: two })).toBe('2 turns')
  expect(turnsWords({ spoken, heard: [] })).toBe('4 turns')
})

test('after your last turn there is none to write a note for', () => {
  const left = (words: readonly string[], phase: 'exhale' | 'hold' | 'harvest', round: number) => {
    const seats = seatsOf(...words)
    return hasTurnLeft({ seats, piece: pieceIn(seats), phase, round, structure: [2, 2, 2] })
  }
  expect(left(['Mo spoke', 'Scout speaks'], 'exhale', 2)).toBe(false)
  expect(left(['Scout spoke', 'Mo then', 'Builder speaks'], 'exhale', 2)).toBe(true)
  expect(left(['Scout spoke', 'Mo speaks'], 'exhale', 2)).toBe(true)
  expect(left(['Mo spoke', 'Scout speaks'], 'exhale', 1)).toBe(true)
  expect(left(['Mo spoke', 'Scout speaks'], 'hold', 2)).toBe(true)
  expect(left(['Mo then', 'Scout spoke'], 'harvest', 1)).toBe(false)
})

test('words of the turn, of the host and of a note are three drafts', () => {
  const drafts = (['speak', 'host', 'note'] as const).map((kind) => draftFor('gat-1', kind))
  expect(drafts).toEqual(['gat-1', 'gat-1:host', 'gat-1:note'])
})
