import { expect, test } from 'vitest'
import { circleSeat, fleet, machine } from '../../testing/fleet.ts'
import type { CircleSeatView } from '../../../main/contract/fleet/fleet-views.ts'
import {
  circleIn,
  circlesIn,
  circleWord,
  isCalling,
  isFromGathering,
  standingWords,
  toSee,
} from './circle-words.ts'

const turn = { id: 'msg-0000000001', since: '2026-11-27T10:00:00.000Z', until: null } as const

test('how the user stands in a circle of another machine is said in a few words', () => {
  const told = (more: Parameters<typeof circleSeat>[0]) => {
    const seat = circleSeat(more)
    return [circleWord(seat), isCalling(seat)]
  }
  expect(told({ status: 'asked' })).toEqual(['invites you', true])
  expect(told({ turn })).toEqual(['your turn', true])
  expect(told({ isNew: true })).toEqual(['something new was said', true])
  expect(told({})).toEqual(['you listen', false])
  expect(told({ status: 'left' })).toEqual(['you left', false])
  expect(told({ status: 'over' })).toEqual(['closed', false])
  expect(told({ status: 'over', isNew: true })).toEqual(['closed', true])
})

test('seats are found on the machine that keeps them', () => {
  const of = fleet([machine('barn', []), machine('attic', [], { circles: [circleSeat()] })])
  expect(circlesIn(of).map((one) => one.machine)).toEqual(['attic'])
  expect(circleIn(of, 'gat-0000000001@attic')?.seat.topic).toBe('Which port?')
  expect(circleIn(of, 'gat-0000000001@barn')).toBe(null)
  expect(circlesIn(null)).toEqual([])
})

test('a turn that came while the user was asked is told as seen when they take the seat', () => {
  expect(toSee(circleSeat({ status: 'asked' }))).toBe(null)
  expect(toSee(circleSeat())).toBe(null)
  const asked = toSee(circleSeat({ status: 'asked', turn }))
  const taken = toSee(circleSeat({ turn }))
  expect(asked).not.toBe(null)
  expect(taken).not.toBe(null)
  expect(taken).not.toBe(asked)
})

test('the circle tells what neither a seat nor its host has said', () => {
  expect(isFromGathering({ from: 'the gathering on attic', number: null })).toBe(true)
  expect(isFromGathering({ from: 'Mo@attic', number: null })).toBe(false)
  expect(isFromGathering({ from: 'Ann@attic', number: 1 })).toBe(false)
})

const now: NonNullable<CircleSeatView['now']> = {
  question: 'Which?',
  phase: 'hold',
  round: 1,
  rounds: 1,
  holder: 1,
  yours: 2,
  harvester: 'Scribe@attic',
  seats: [
    { number: 1, name: 'Bob@attic', isUser: false, had: false, left: false },
    { number: 2, name: 'Mo@cellar', isUser: true, had: true, left: false },
  ],
}

test('who listens reads in the list where the piece is', () => {
  expect(circleWord(circleSeat({ now }))).toBe('Bob@attic has the piece')
  expect(circleWord(circleSeat({ now: { ...now, holder: null } }))).toBe('you listen')
  expect(circleWord(circleSeat({ now: { ...now, phase: 'harvest' } }))).toBe(
    'Scribe@attic is writing the harvest (summary)',
  )
  expect(circleWord(circleSeat({ now, isNew: true }))).toBe('something new was said')
})

test('without the piece the user reads how they stand there, and what they can do', () => {
  const words = (more: Parameters<typeof circleSeat>[0]) =>
    standingWords({ machine: 'attic', seat: circleSeat(more) })
  expect(words({ status: 'asked' })).toMatch(/^Ann@attic invites you/)
  expect(words({})).toMatch(/^You do not have the piece now/)
  expect(words({ isSending: true })).toBe(
    'Your words are on their way to attic; if it is offline, they arrive when it is online again.',
  )
  expect(words({ now })).toBe('Bob@attic has the piece. You are notified when it is your turn.')
  expect(words({ now: { ...now, holder: null } })).toMatch(/^You do not have the piece now/)
  expect(words({ now: { ...now, phase: 'harvest', holder: null } })).toBe(
    'All has been said. Scribe@attic writes the harvest, which comes to you too.',
  )
  expect(words({ isPaused: true })).toMatch(/^The gathering is paused/)
  expect(words({ status: 'left' })).toMatch(/you can join and read what was said meanwhile/)
  expect(words({ status: 'over', isSending: true })).toMatch(/until you archive it/)
})
