import { expect, test } from 'vitest'
import type { Schedule } from '../../contract/timers/heartbeats.ts'
import { scheduleWords, weekdays } from '../../contract/timers/schedules.ts'
import { isSchedule, nextAt } from './schedules.ts'

const berlin = (at: string, days: Schedule['days'] = []): Schedule => ({ at, days, zone: 'Europe/Berlin' })
const at = (iso: string): number => Date.parse(iso)
const next = (schedule: Schedule, after: string): string =>
  new Date(nextAt(schedule, at(after))).toISOString().slice(0, 16)

test.each([
  ['later today', berlin('09:30'), '2026-11-25T06:00Z', '2026-11-25T08:30'],
  ['tomorrow, once it is over', berlin('09:30'), '2026-11-25T08:30Z', '2026-11-26T08:30'],
  ['on its next day', berlin('09:30', ['mon', 'fri']), '2026-11-25T06:00Z', '2026-11-27T08:30'],
  ['in a week, where today’s is over', berlin('09:30', ['wed']), '2026-11-25T09:00Z', '2026-12-02T08:30'],
  ['at the same hour in summer time', berlin('09:30', ['mon']), '2026-03-25T09:00Z', '2026-03-30T07:30'],
  ['an hour later where the hour is leapt over', berlin('02:30'), '2026-03-28T12:00Z', '2026-03-29T01:30'],
  ['the first time of an hour that comes twice', berlin('02:30'), '2026-10-24T12:00Z', '2026-10-25T00:30'],
  ['not the second time of it', berlin('02:30'), '2026-10-25T00:31Z', '2026-10-26T01:30'],
  [
    'by half an hour of summer time',
    { at: '02:15', days: [], zone: 'Australia/Lord_Howe' },
    '2026-10-03T00:00Z',
    '2026-10-03T15:45',
  ],
] as const)('comes %s', (_, schedule, after, expected) => {
  expect(next(schedule, after)).toBe(expected)
})

test('a time and a place that there are', () => {
  expect(isSchedule(berlin('00:00'))).toBe(true)
  for (const [time, zone] of [
    ['24:00', 'UTC'],
    ['9:30', 'UTC'],
    ['09:30:15', 'UTC'],
    ['09:30', 'Europe/Atlantis'],
    ['09:30', ''],
  ] as const)
    expect(isSchedule({ at: time, zone })).toBe(false)
})

test.each([
  [[], 'once, at 09:30'],
  [weekdays, 'every day at 09:30'],
  [weekdays.slice(0, 5), 'Monday to Friday at 09:30'],
  [['mon'], 'every Monday at 09:30'],
  [['mon', 'wed', 'sun'], 'Monday, Wednesday and Sunday at 09:30'],
] as const)('%j is told in words', (days, words) => {
  expect(scheduleWords(berlin('09:30', days), 'Europe/Berlin')).toBe(words)
  expect(scheduleWords(berlin('09:30', days), null)).toBe(`${words} (Europe/Berlin)`)
})
