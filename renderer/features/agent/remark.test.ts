import { expect, test } from 'vitest'
import type { RunningHeartbeat } from '../../../main/contract/timers/heartbeats.ts'
import { timersAbout } from './remark.tsx'

const reason = { kind: 'newTask', task: 'Do task 4.', question: 'msg-1', was: 'armed' } as const
const stale = { id: 'hb-1', state: 'stale', reason } as unknown as RunningHeartbeat
const dropped = {
  id: 'hb-2',
  state: 'dropped',
  reason: { ...reason, kind: 'notKept' },
} as unknown as RunningHeartbeat
const ids = (timers: readonly RunningHeartbeat[]) => timers.map(({ id }) => id)

test('a row offers the timers that it asks about while they are undecided', () => {
  expect(ids(timersAbout({ kind: 'system', message: 'msg-1' }, [stale, dropped]))).toEqual(['hb-1'])
  expect(ids(timersAbout({ kind: 'system', message: 'msg-2' }, [stale, dropped]))).toEqual([])
  expect(ids(timersAbout({ kind: 'peer', message: 'msg-1' }, [stale, dropped]))).toEqual([])
})

test('a row about a dropped timer offers to restore it while that is possible', () => {
  const note = { kind: 'timerDropped', timer: 'hb-2', intent: 'wait', note: 'noon' } as const
  expect(ids(timersAbout({ kind: 'note', message: null, note }, [stale, dropped]))).toEqual(['hb-2'])
  expect(ids(timersAbout({ kind: 'note', message: null, note }, [stale]))).toEqual([])
})
