import { expect, test } from 'vitest'
import { planCall, planProgress, readPlanSteps } from './plan-steps.ts'

test('a plan is read from what each program calls its steps', () => {
  const steps = readPlanSteps([
    { content: 'Read\nthe log', status: 'completed' },
    { step: 'Fix the port', status: 'inProgress' },
    { content: 'Test', status: 'toString' },
    { content: '', status: 'completed' },
    null,
  ])
  expect(steps).toEqual([
    { text: 'Read the log', state: 'done' },
    { text: 'Fix the port', state: 'active' },
    { text: 'Test', state: 'open' },
  ])
  expect(planProgress(steps)).toBe('1 of 3 done')
  expect(planCall('plan', steps).input).toBe('[x] Read the log\n[>] Fix the port\n[ ] Test')
})

test('a plan without an end is cut, and what is no list is none', () => {
  const many = Array.from({ length: 1000 }, () => ({ content: 'x'.repeat(1000) }))
  expect(readPlanSteps(many).length).toBe(100)
  expect(readPlanSteps(many)[0]?.text.length).toBe(301)
  for (const nothing of [null, {}, 'x', 7]) expect(readPlanSteps(nothing)).toEqual([])
})
