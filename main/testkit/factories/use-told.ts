import { expect } from 'vitest'
import { allTokens, noTokens } from '../../contract/budget/budget.ts'
import type { Fact } from '../../ports/ports.ts'
import type { FactType } from '../recorder.ts'

/** What is told, but for what a turn used and how full its context is: how often that comes is the backend's. */
export const withoutUse = (types: readonly FactType[]): readonly FactType[] =>
  types.filter((type) => type !== 'turn.used' && type !== 'context.told')

/** What a first turn used is told after a call of its model, and at its end as a running total of no less; how full its context is, where it can say so. */
export function expectUseTold(facts: readonly Fact[], tellsContext: boolean): void {
  const full = facts.findLast((fact) => fact.type === 'context.told')
  if (tellsContext) expect(full?.context.used).toBeGreaterThan(0)
  else expect(full).toBeUndefined()
  if (full) expect(full.context.size).toBeGreaterThan(full.context.used)
  const seen = facts.flatMap((fact) => (fact.type === 'turn.used' ? [allTokens(fact.tokens)] : []))
  const ended = facts.find((fact) => fact.type === 'turn.ended')
  expect(seen.at(-1)).toBeGreaterThan(0)
  expect(allTokens(ended?.totalTokens ?? noTokens)).toBeGreaterThanOrEqual(seen.at(-1) ?? 0)
}
