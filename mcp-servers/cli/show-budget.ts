import type { BudgetReport, SpenderReport, UsedReport } from '../../main/contract/budget/budget.ts'
import { capWords, moneyWords, tokenWords } from '../../main/contract/budget/budget-words.ts'
import { table } from './table.ts'

const amount = ({ costUsd, tokens }: UsedReport): string =>
  costUsd > 0 ? `${moneyWords(costUsd)}, ${tokenWords(tokens.all)}` : tokenWords(tokens.all)

const stateWords = { under: '', near: 'near its cap', over: 'at its cap' } as const

function rowOf(
  kind: string,
  { id, name, closed, today, used, cap, state }: SpenderReport,
  isBroken = false,
): string[] {
  const stands = closed ? 'closed' : isBroken ? 'a turn waits at its cap' : stateWords[state]
  const shown = kind === 'tab' ? name : `${name} (${id})`
  return [kind, shown, today === null ? '-' : amount(today), amount(used), capWords(cap), stands]
}

/** What today has used, and by whom: a line for the day, then a table of what used something or has a cap. */
export function budgetWords(
  { day, total, caps, tabs, links, gatherings }: BudgetReport,
  columns: number,
): string {
  const ends = day.state === 'over' ? ', at its cap: janus budget go-on day' : ''
  const first = `Today ${amount(day.used)} in ${String(day.used.turns)} turns (${capWords(day.cap)}${ends}); ever ${amount(total)}.`
  const perTurn = caps.turn === null ? [] : [`A turn may use ${capWords(caps.turn)}.`]
  const isTold = ({ used, cap }: SpenderReport): boolean =>
    used.turns > 0 || cap.usd !== null || cap.tokens !== null
  const rows = [
    ...tabs.filter((one) => isTold(one) || one.turnCapped).map((one) => rowOf('tab', one, one.turnCapped)),
    ...links.filter(isTold).map((one) => rowOf('link', one)),
    ...gatherings.filter(isTold).map((one) => rowOf('gathering', one)),
  ]
  const listed =
    rows.length === 0 ? [] : [table([['OF', 'NAME', 'TODAY', 'EVER', 'CAP', 'STANDS'], ...rows], columns)]
  return [first, ...perTurn, ...listed].join('\n')
}
