import { expect, test } from 'vitest'
import type { PieceView } from '../../../main/contract/gatherings/gathering-views.ts'
import { piece as newPiece } from '../../testing/gathering.ts'
import { beatLabel, isHeld, pieceTime } from './piece-time.ts'

const minute = 60_000
const piece: PieceView = { ...newPiece, beat: 2, clockFrom: 0, waitsFrom: 0, until: 4 * minute }

test('the time that is left runs down to nothing', () => {
  expect(pieceTime(piece, minute, 3 * minute)).toEqual({ share: 0.25, words: '1:00 left', brief: '1:00' })
  expect(pieceTime(piece, minute, 9 * minute)).toMatchObject({ share: 0, words: '0:00 left' })
})

test('a grant that waits to be written has one interval', () => {
  const waits = { ...piece, clockFrom: null, waitsFrom: minute }
  expect(pieceTime(waits, minute, minute + 20_000)).toMatchObject({
    share: null,
    words: 'begins within 0:40',
  })
})

test('a clock that stands says why', () => {
  const words = (by: NonNullable<PieceView['stopped']>['by']) =>
    pieceTime({ ...piece, stopped: { at: minute, by } }, minute, 9 * minute).words
  expect([words(['pause', 'hold']), words(['hold']), words(['card'])]).toEqual([
    '3:00 left, paused',
    '3:00 left, clock paused',
    '3:00 left, waits for you',
  ])
  const held = { ...piece, done: true, stopped: { at: minute, by: ['hold'] as const } }
  expect(pieceTime(held, minute, 9 * minute).words).toBe('done, paused by you')
  expect([isHeld(null), isHeld(piece)]).toEqual([false, false])
  expect(isHeld({ ...piece, stopped: { at: 0, by: ['card', 'hold'] } })).toBe(true)
})

test('reminders in words', () => {
  expect([beatLabel(0, 3), beatLabel(2, 3)]).toEqual(['before reminder 1 of 3', 'reminder 2 of 3'])
})
