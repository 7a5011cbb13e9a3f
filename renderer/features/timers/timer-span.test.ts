import { expect, test } from 'vitest'
import { here } from '../../entities/timer/timer-words.ts'
import { noteProblem, spanOf, timesOf } from './timer-dialog.tsx'

test('a time is read in its unit, and kept within what a timer can do', () => {
  expect(spanOf('5', 'minutes')).toEqual({ inSeconds: 300 })
  expect(spanOf(' 1,5 ', 'hours')).toEqual({ inSeconds: 5_400 })
  expect(spanOf('7', 'days')).toEqual({ inSeconds: 604_800 })
  for (const odd of ['', 'x', '4e', '--1']) expect(spanOf(odd, 'minutes')).toBe('Write a number.')
  for (const [text, unit] of [
    ['4', 'seconds'],
    ['8', 'days'],
    ['-1', 'hours'],
    ['Infinity', 'hours'],
  ] as const)
    expect(spanOf(text, unit)).toContain('from 5 seconds to 7 days')
})

test('a note says something, and is short', () => {
  expect(noteProblem('  ')).toContain('Say what')
  expect(noteProblem('a'.repeat(1024))).toBe('')
  expect(noteProblem('é'.repeat(513))).toBe('At most 1 KiB.')
})

test('a time of day is asked for where the person is', () => {
  expect(timesOf({ at: '09:00', days: ['mon'] })).toMatchObject({ at: '09:00', days: ['mon'], zone: here() })
  expect(timesOf({ at: '', days: [] })).toContain('at what time')
})
