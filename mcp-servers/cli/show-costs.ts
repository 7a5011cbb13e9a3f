import type { UsedReport } from '../../main/contract/budget/budget.ts'
import { capWords, moneyWords, tokenWords } from '../../main/contract/budget/budget-words.ts'
import { contextWords } from '../../main/contract/agents/context.ts'
import { timerCostName, uncountedWords } from '../../main/contract/budget/costs-words.ts'
import type { CostDay, CostsReport } from '../../main/contract/budget/costs.ts'
import { kindFacts } from '../../main/contract/agents/kinds.ts'
import { planWords } from '../../main/contract/budget/plan.ts'
import { clean } from './clean.ts'
import { table } from './table.ts'

/** Local time less UTC of this machine at a time, in ms. */
export const offsetHere = (at: number): number => -new Date(at).getTimezoneOffset() * 60_000

/** Days, newest first, each with who used what; then contexts and plans. `now` and `offset` in ms. */
export function costsWords(report: CostsReport, now: number, offset: number, columns: number): string {
  const { rehearsal, today, cap, days, total, next, contexts, plans, uncounted } = report
  const amount = amountOf(rehearsal)
  const mark = rehearsal ? 'A rehearsal: no money is spent. ' : ''
  const used = days.find(({ date }) => date === today)?.used
  const first = `${mark}Today ${used ? amount(used) : 'nothing'} (${capWords(cap)}); ever ${amount(total)}.`
  const rows = days.flatMap((day) => rowsOf(day, amount))
  const listed = rows.length === 0 ? [] : [table([['DAY', 'OF', 'NAME', 'USED', 'TURNS'], ...rows], columns)]
  const older = next === null ? [] : [`Earlier: janus costs --before ${next}`]
  const full = contexts.map((one) => `The context of ${clean(one.name)} is ${contextWords(one)}.`)
  const held = plans.map(({ kind, resetsAt, ...limit }) => {
    const at = resetsAt === null ? null : Date.parse(resetsAt)
    return `${kindFacts[kind].name}: ${planWords({ ...limit, of: clean(limit.of), resetsAt: at }, now, offset)}.`
  })
  const lacks = uncountedWords(uncounted, !rehearsal).map(clean)
  return [first, ...listed, ...older, ...full, ...held, ...lacks].join('\n')
}

const amountOf =
  (isRehearsal: boolean) =>
  ({ costUsd, tokens, unpriced }: UsedReport): string => {
    const words = tokenWords(tokens.all)
    if (isRehearsal || (unpriced > 0 && costUsd === 0)) return words
    return `${unpriced > 0 ? 'at least ' : ''}${moneyWords(costUsd)}, ${words}`
  }

function rowsOf(
  { date, used, agents, links, gatherings, timers }: CostDay,
  amount: (used: UsedReport) => string,
): readonly string[][] {
  const row = (of: string, name: string, one: UsedReport): string[] => [
    '',
    of,
    name,
    amount(one),
    String(one.turns),
  ]
  return [
    [date, 'all', '', amount(used), String(used.turns)],
    ...agents.map((one) => row('tab', one.name, one.used)),
    ...links.map((one) => row('link', one.name, one.used)),
    ...gatherings.map((one) => row('gathering', one.name, one.used)),
    ...timers.map((one) => row('timer', timerCostName(one), one.used)),
  ]
}
