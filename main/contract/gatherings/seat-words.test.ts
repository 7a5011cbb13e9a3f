import { expect, test } from 'vitest'
import { absenceWords, seatReasonWords } from './seat-words.ts'

test('why a turn went by is worded for whose it was', () => {
  expect(seatReasonWords({ kind: 'late' }, 'user')).toBe('no reply in time')
  expect(seatReasonWords({ kind: 'late' }, 'agent')).toBe('no reply in time')
  expect(seatReasonWords({ kind: 'silent' }, 'user')).toBe('no reply')
  expect(seatReasonWords({ kind: 'skipped' }, 'user')).toBe('the turn was ended before a word')
  expect(seatReasonWords({ kind: 'skipped' }, 'agent')).toBe('its turn was ended before a word')
  expect(seatReasonWords({ kind: 'taken' }, 'agent')).toBe('the user took the piece before a word')
})

test('who was too late may speak last, once', () => {
  expect(seatReasonWords({ kind: 'busy', again: false }, 'agent')).toBe(
    'it was busy with something else; it is asked again at the end of this round',
  )
  expect(seatReasonWords({ kind: 'unreachable', status: 'starting', again: true }, 'agent')).toBe(
    'it was still starting, again',
  )
})

test('why an agent cannot speak names what it failed by', () => {
  expect(absenceWords({ kind: 'failed', reason: { kind: 'unstartable', detail: 'No CLI.' } })).toBe(
    'it has failed: No CLI.',
  )
  expect(seatReasonWords({ kind: 'closed' }, 'agent')).toBe('its tab is closed')
})
