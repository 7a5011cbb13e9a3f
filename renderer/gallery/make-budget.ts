import { budgetView, noCap, noRaise, type BudgetView, type Cap } from '../../main/contract/budget/budget.ts'

/** What was used, beside a cap. */
export function spending(costUsd: number, tokens: number, cap: Cap = noCap, turns = 9): BudgetView {
  const used = {
    costUsd,
    tokens: {
      input: Math.round(tokens * 0.1),
      output: Math.round(tokens * 0.05),
      cacheRead: Math.round(tokens * 0.8),
      cacheWritten: Math.round(tokens * 0.05),
    },
    turns,
    unpriced: 0,
  }
  return budgetView(used, cap === noCap ? null : cap, null, noRaise)
}
