import { expect, test } from 'vitest'
import { circleSeat, fleet, house } from '../../testing/fleet.ts'
import { circleIn, circlesIn, circleWord, isCalling, isTold, standingWords, toSee } from './circle-words.ts'

const turn = { id: 'msg-0000000001', since: '2026-11-27T10:00:00.000Z', until: null } as const

test('how the person stands in a circle of another house is said in a few words', () => {
  const told = (more: Parameters<typeof circleSeat>[0]) => {
    const seat = circleSeat(more)
    return [circleWord(seat), isCalling(seat)]
  }
  expect(told({ stands: 'asked' })).toEqual(['keeps a seat for you', true])
  expect(told({ turn })).toEqual(['you have the piece', true])
  expect(told({ isNew: true })).toEqual(['something new was said', true])
  expect(told({})).toEqual(['you listen', false])
  expect(told({ stands: 'left' })).toEqual(['you are not there', false])
  expect(told({ stands: 'over' })).toEqual(['over for you', false])
  expect(told({ stands: 'over', isNew: true })).toEqual(['over for you', true])
})

test('seats are found in the house that keeps them', () => {
  const of = fleet([house('barn', []), house('attic', [], { circles: [circleSeat()] })])
  expect(circlesIn(of).map((one) => one.house)).toEqual(['attic'])
  expect(circleIn(of, 'gat-0000000001@attic')?.seat.topic).toBe('Which port?')
  expect(circleIn(of, 'gat-0000000001@barn')).toBe(null)
  expect(circlesIn(null)).toEqual([])
})

test('a turn that came while the person was asked is told as seen when they take the seat', () => {
  expect(toSee(circleSeat({ stands: 'asked' }))).toBe(null)
  expect(toSee(circleSeat())).toBe(null)
  const asked = toSee(circleSeat({ stands: 'asked', turn }))
  const taken = toSee(circleSeat({ turn }))
  expect(asked).not.toBe(null)
  expect(taken).not.toBe(null)
  expect(taken).not.toBe(asked)
})

test('the circle tells what neither a seat nor its host has said', () => {
  expect(isTold({ from: 'the circle@attic', number: null })).toBe(true)
  expect(isTold({ from: 'Mo@attic', number: null })).toBe(false)
  expect(isTold({ from: 'Ann@attic', number: 1 })).toBe(false)
})

test('without the piece the person reads how they stand there, and what they can do', () => {
  const words = (more: Parameters<typeof circleSeat>[0]) =>
    standingWords({ house: 'attic', seat: circleSeat(more) })
  expect(words({ stands: 'asked' })).toMatch(/^Ann@attic keeps a seat for you/)
  expect(words({})).toMatch(/^You do not have the piece now/)
  expect(words({ isOnTheWay: true })).toBe('Your words are on their way to attic, which does not answer now.')
  expect(words({ isPaused: true })).toMatch(/^The circle is paused/)
  expect(words({ stands: 'left' })).toMatch(/you can take the seat, and then hear what was said meanwhile/)
  expect(words({ stands: 'over', isOnTheWay: true })).toMatch(/until you put it away/)
})
