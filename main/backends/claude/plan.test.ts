import { expect, test } from 'vitest'
import { readPlan } from './plan.ts'

const at = 1_795_626_285

test('every window that the CLI tells is a limit, as it says that it stands', () => {
  const unifiedWindows = {
    five_hour: { utilization: 0.92, resetsAt: at, status: 'allowed_warning', surpassedThreshold: 0.9 },
    seven_day: { utilization: 0.31, resetsAt: at + 86_400, status: 'allowed' },
    seven_day_opus: { utilization: 1, resetsAt: at, status: 'rejected' },
    overage: { utilization: 0.5 },
  }
  expect(readPlan({ status: 'allowed_warning', unifiedWindows } as never)).toEqual([
    { minutes: 300, of: '', used: 0.92, resetsAt: at * 1000, state: 'near' },
    { minutes: 10_080, of: '', used: 0.31, resetsAt: (at + 86_400) * 1000, state: 'under' },
    { minutes: 10_080, of: 'Opus', used: 1, resetsAt: at * 1000, state: 'over' },
  ])
})

test('an older CLI tells one window; what is of another shape is none', () => {
  const one = { status: 'rejected', rateLimitType: 'five_hour', resetsAt: at } as const
  expect(readPlan(one)).toEqual([{ minutes: 300, of: '', used: null, resetsAt: at * 1000, state: 'over' }])
  expect(readPlan({ status: 'allowed' })).toEqual([])
  expect(readPlan({ unifiedWindows: { five_hour: null, seven_day: 3 } } as never)).toEqual([])
})
