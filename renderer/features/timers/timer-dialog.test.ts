import { expect, test } from 'vitest'
import { peer, waits } from '../../testing/mail.ts'
import { tab } from '../../testing/agent.ts'
import { aboutOf, noteProblem, spanOf, readSchedule } from './timer-dialog.tsx'
import { localTimeZone } from '../../entities/timer/timer-words.ts'

test('a timer can be about the others, and what its agent has asked them', () => {
  const asked = waits(1, { from: peer('a'), expectsReply: true, preview: 'is the index\n ready?' })
  const agents = {
    'agt-a': tab('a'),
    'agt-b': tab('b', { order: 2, pending: [asked, waits(2, { from: peer('a') })] }),
    'agt-c': tab('c', { order: 1, closed: true }),
    'agt-d': tab('d', { order: 1 }),
  }
  expect(aboutOf('agt-a', agents).map(({ id, words }) => [id, words])).toEqual([
    ['agt-d', 'd'],
    ['agt-b', 'b'],
    ['msg-1', 'b: “is the index ready?”'],
  ])
})

test('a time is read in its unit, and kept within what a timer can do', () => {
  expect(spanOf('5', 'minutes')).toEqual({ inSeconds: 300 })
  expect(spanOf(' 1,5 ', 'hours')).toEqual({ inSeconds: 5_400 })
  expect(spanOf('7', 'days')).toEqual({ inSeconds: 604_800 })
  for (const odd of ['', 'x', '4e', '--1']) expect(spanOf(odd, 'minutes')).toBe('Enter a number.')
  for (const [text, unit] of [
    ['4', 'seconds'],
    ['8', 'days'],
    ['-1', 'hours'],
    ['Infinity', 'hours'],
  ] as const)
    expect(spanOf(text, unit)).toContain('from 5 seconds to 7 days')
})

test('a note must not be empty or long', () => {
  expect(noteProblem('  ')).toContain('Write a message')
  expect(noteProblem('a'.repeat(1024))).toBe('')
  expect(noteProblem('é'.repeat(513))).toBe('A message has up to 1 KiB.')
})

test('a time of day is asked for where the user is', () => {
  expect(readSchedule({ at: '09:00', days: ['mon'] })).toMatchObject({
    at: '09:00',
    days: ['mon'],
    zone: localTimeZone(),
  })
  expect(readSchedule({ at: '', days: [] })).toContain('Enter a time')
})
