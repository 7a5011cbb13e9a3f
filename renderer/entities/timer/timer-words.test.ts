import type { RunningHeartbeat } from '../../../main/contract/timers/heartbeats.ts'
import { emptyDay } from '../../../main/contract/budget/budget.ts'
import { expect, test } from 'vitest'
import { dollars } from '../../state/money.ts'
import {
  actsOf,
  actWordsOf,
  timerAnswers,
  timersCostWords,
  timerDisplay,
  firingOf,
  timerDetails,
} from './timer-words.ts'

const timer = (more: Partial<RunningHeartbeat> = {}): RunningHeartbeat => ({
  id: 'hb-1',
  agent: 'agt-a',
  intent: 'check',
  note: 'look',
  set: { by: { kind: 'agent', id: 'agt-a' }, name: 'Builder', at: 0 },
  schedule: null,
  every: 300_000,
  dueAt: 300_000,
  reason: null,
  left: null,
  fired: 0,
  costUsd: 0,
  state: 'armed',
  about: null,
  ...more,
})

test('a timer runs down to zero, and then is due', () => {
  expect(timerDisplay(timer(), 0, 'on')).toEqual({ left: 1, time: '5:00', spoken: 'fires in 5:00' })
  expect(timerDisplay(timer(), 150_001, 'on')).toMatchObject({ time: '2:30' })
  expect(timerDisplay(timer(), 299_999, 'on').time).toBe('0:01')
  expect(timerDisplay(timer(), 300_000, 'on')).toEqual({ left: 0, time: 'due', spoken: 'due' })
  expect(timerDisplay(timer({ dueAt: 900_000 }), 0, 'on').left).toBe(1)
  expect(timerDisplay(timer({ dueAt: 3_730_000 }), 0, 'on').time).toBe('1:02:10')
})

test('a timer that is hours away says when it fires, not in how many days', () => {
  const [saturday, monday] = [new Date(2026, 10, 28, 17, 26), new Date(2026, 10, 30, 9)].map(Number)
  const face = (dueAt: number, now: number) => timerDisplay(timer({ dueAt }), now, 'on')
  expect(face(monday ?? 0, saturday ?? 0)).toMatchObject({ time: 'Mon 09:00', spoken: 'fires Mon 09:00' })
  expect(face(Number(new Date(2026, 10, 28, 23, 30)), saturday ?? 0).time).toBe('23:30')
  expect(face(Number(new Date(2026, 11, 24, 9)), saturday ?? 0).time).toMatch(/24.*09:00/)
})

test('while all timers wait, one that is due waits with them', () => {
  expect(timerDisplay(timer(), 0, 'quiet')).toEqual({
    left: 1,
    time: 'paused',
    spoken: 'all timers are paused, due in 5:00',
  })
  expect(timerDisplay(timer(), 300_000, 'quiet')).toEqual({
    left: 0,
    time: 'waits',
    spoken: 'due, all timers are paused',
  })
})

test('one that is due at a closed tab waits for it', () => {
  expect(timerDisplay(timer(), 300_000, 'closed')).toMatchObject({ left: 0, time: 'waits' })
})

test('one that is due while its agent sits in a circle waits for the end of that', () => {
  const seat = { gathering: 'gat-1', topic: 'Friday', number: 1, hasPiece: false } as const
  const loud = { quiet: false, stopped: null }
  const within = emptyDay.budget
  const over = { ...within, state: 'over' } as const
  const of = { closed: false, seat: null, spending: within } as const
  expect(firingOf({ ...of, seat }, loud, within)).toBe('seated')
  expect(firingOf(of, loud, within)).toBe('on')
  expect(firingOf({ ...of, seat }, { ...loud, quiet: true }, within)).toBe('quiet')
  expect(firingOf(of, loud, over)).toBe('limit')
  expect(firingOf({ ...of, spending: over }, loud, within)).toBe('limit')
  expect(firingOf({ ...of, closed: true }, loud, within)).toBe('closed')
  expect(timerDisplay(timer(), 300_000, 'seated')).toEqual({
    left: 0,
    time: 'waits',
    spoken: 'due, it waits for the end of the gathering',
  })
})

test('what does not run says so', () => {
  expect(timerDisplay(timer({ state: 'paused', left: 61_000 }), 0, 'on')).toMatchObject({
    time: 'paused',
    spoken: 'paused, 1:01 left',
  })
  expect(timerDisplay(timer({ state: 'resting' }), 0, 'on')).toMatchObject({ left: null, time: 'paused' })
  expect(timerDisplay(timer({ state: 'held' }), 0, 'on').spoken).toBe('held, waits for you')
})

test('it tells why, whose it is and what it cost', () => {
  expect(timerDetails(timer(), '14:03', dollars)).toBe('set by Builder 14:03')
  expect(
    timerDetails(timer({ set: { by: { kind: 'system' }, name: 'Janus', at: 0 } }), '14:03', dollars),
  ).toContain('by Janus')
  const told = { reason: { kind: 'skipped', once: true } as const, fired: 2, costUsd: 0.021 }
  const mine = { by: { kind: 'user', via: 'window' }, name: 'Mo', at: 0 } as const
  expect(timerDetails(timer({ ...told, set: mine }), '14:03', dollars)).toBe(
    'skipped once by you · set by you 14:03 · fired 2 times · $0.02',
  )
  expect(timersCostWords([timer({ costUsd: 0.01 }), timer({ costUsd: 0.01 })], dollars)).toBe(
    'cost so far $0.02',
  )
  expect(timersCostWords([timer()], dollars)).toBe('')
  expect(timersCostWords([timer({ costUsd: 0.01 })], null)).toBe('')
})

test('what is held can only go on or end; what rests too', () => {
  expect(actsOf(timer())).toEqual(['pause', 'skip', 'delay', 'cancel'])
  expect(actsOf(timer({ state: 'paused' }))).toContain('resume')
  expect(actsOf(timer({ state: 'held' }))).toEqual(['resume', 'cancel'])
  expect(actsOf(timer({ state: 'resting' }))).toEqual(['resume', 'cancel'])
})

test('what a newer task has put in question is kept or dropped, and what was dropped brought back', () => {
  const stale = timer({ state: 'stale' })
  const dropped = timer({ state: 'dropped' })
  expect([stale, dropped].map((one) => timerDisplay(one, 0, 'on').time)).toEqual(['Keep it?', 'dropped'])
  expect(timerAnswers(stale).map((one) => actWordsOf(stale, one))).toEqual(['Keep timer', 'Remove timer'])
  expect(timerAnswers(dropped).map((one) => actWordsOf(dropped, one))).toEqual(['Keep timer', 'Dismiss'])
  expect(timerAnswers(timer())).toEqual([])
})

test("Janus's own anchor that has nothing to lead back from can only be cancelled", () => {
  expect(actsOf(timer({ state: 'resting', reason: { kind: 'nothingOpen' } }))).toEqual(['cancel'])
  expect(
    timerDetails(timer({ state: 'resting', reason: { kind: 'nothingOpen' } }), '14:03', dollars),
  ).toContain('not in contact with another agent')
})
