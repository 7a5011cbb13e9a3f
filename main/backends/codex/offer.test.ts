import { expect, test } from 'vitest'
import { readCodexPlan } from './offer.ts'

test('the windows of a plan are its limits; one that is not told is none', () => {
  const primary = { usedPercent: 92, windowDurationMins: 300, resetsAt: 1_795_626_285 }
  const secondary = { usedPercent: 12.5, windowDurationMins: null, resetsAt: null }
  expect(readCodexPlan({ limitName: null, primary, secondary })).toEqual([
    { minutes: 300, of: '', used: 0.92, resetsAt: 1_795_626_285_000, state: 'near' },
    { minutes: null, of: '', used: 0.125, resetsAt: null, state: 'under' },
  ])
  expect(readCodexPlan({ limitName: 'codex', primary: null, secondary: null })).toEqual([])
})
