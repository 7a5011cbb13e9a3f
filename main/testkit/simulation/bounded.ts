import { usualBudget } from '../../contract/api/limits.ts'
import { expect } from 'vitest'
import { depthCap } from '../../core/mail/loop-guard.ts'
import { live, type Plan } from './talk.ts'

/**
 * Runs a plan, and expects that budget, depth and (by the watch) rate bound it, that no anchor is left where
 * nothing is open, and that it ends in silence.
 */
export function bounded(plan: Plan): void {
  const { graph, size, budget = usualBudget } = plan
  const fate = live(plan)
  const about = `${plan.mode} ${JSON.stringify(graph)}`
  expect(fate.most, about).toBeLessThanOrEqual(budget)
  expect(fate.crossings, about).toBeLessThanOrEqual(budget * graph.length)
  expect(fate.depth, about).toBeLessThanOrEqual(depthCap)
  expect(fate.turns, about).toBeLessThan(40 * size)
  expect(fate.minutes, about).toBeLessThanOrEqual(120)
  expect(fate.armed, about).toBe(0)
  expect(fate.atNight, about).toBe(0)
}
