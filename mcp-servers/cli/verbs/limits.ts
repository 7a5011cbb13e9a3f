import type { UsedReport, BudgetReport, SpenderReport } from '../../../main/contract/budget/budget.ts'
import { capWords, moneyWords, tokenWords, usedWords } from '../../../main/contract/budget/budget-words.ts'
import { contextWords } from '../../../main/contract/agents/context.ts'
import {
  timerCostName,
  uncountedWords,
  type CostDay,
  type CostsReport,
} from '../../../main/contract/budget/costs.ts'
import { kindFacts } from '../../../main/contract/agents/kinds.ts'
import { planWords } from '../../../main/contract/budget/plan.ts'
import type { App } from '../app.ts'
import { terminalLine } from '../clean.ts'
import { textTable } from '../table.ts'
import { one, option, optional, requestVerb, grouped } from '../verb.ts'

const spenders = ['day', 'tab', 'turn', 'link', 'gathering'] as const

export const limitVerbs = grouped('Limits and settings', [
  requestVerb({
    name: 'budget',
    about: 'What today has used, by tab, link and gathering, and the limits',
    asks: 'budget.get',
    words: budgetWords,
  }),
  requestVerb({
    name: 'budget go-on',
    about: 'Resume what has reached its limit, with as much again',
    args: { of: one('WHAT', { choices: spenders }), id: optional('NAME') },
    more: 'NAME is an agent for tab and turn, an id for link and gathering.',
    examples: ['janus budget go-on tab Scout', 'janus budget go-on day'],
    asks: 'budget.goOn',
    words: () => 'Resumed.',
  }),
  requestVerb({
    name: 'costs',
    about: 'What each day has used, how full contexts are, and plans',
    options: {
      limit: option('N', 'How many days, 14 by default'),
      before: option('DATE', 'Only days before that one'),
    },
    asks: 'costs.get',
    input: ({ limit: days, before }) => ({ days, before }),
    words: costsWords,
  }),
  requestVerb({
    name: 'stop',
    about: 'Stop everything',
    asks: 'app.stop',
    words: () => 'Everything is stopped; only your own messages start turns until: janus go-on',
  }),
  requestVerb({
    name: 'go-on',
    about: 'Resume everything where it stopped',
    asks: 'app.goOn',
    words: () => 'Everything has resumed.',
  }),
])

function costsWords(report: CostsReport, terminal: App): string {
  const { rehearsal, today, cap, days, total, next, contexts, plans, uncounted } = report
  const amount = (one: UsedReport): string => usedWords(one, !rehearsal)
  const mark = rehearsal ? 'Demo, no cost. ' : ''
  const used = days.find(({ date }) => date === today)?.used
  const first = `${mark}Today ${used ? amount(used) : 'nothing'} (${capWords(cap)}); ever ${amount(total)}.`
  const rows = days.flatMap((day) => rowsOf(day, amount))
  const listed =
    rows.length === 0 ? [] : [textTable([['DAY', 'OF', 'NAME', 'USED', 'TURNS'], ...rows], terminal.columns)]
  const older = next === null ? [] : [`Earlier: janus costs --before ${next}`]
  const full = contexts.map((one) => `The context of ${terminalLine(one.name)} is ${contextWords(one)}.`)
  const now = new Date()
  const offset = -now.getTimezoneOffset() * 60_000
  const held = plans.map(({ kind, resetsAt, ...limit }) => {
    const at = resetsAt === null ? null : Date.parse(resetsAt)
    return `${kindFacts[kind].name}: ${planWords({ ...limit, of: terminalLine(limit.of), resetsAt: at }, now.getTime(), offset)}.`
  })
  const lacks = uncountedWords(uncounted, !rehearsal).map(terminalLine)
  return [first, ...listed, ...older, ...full, ...held, ...lacks].join('\n')
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

const amount = ({ costUsd, tokens }: UsedReport): string =>
  costUsd > 0 ? `${moneyWords(costUsd)}, ${tokenWords(tokens.all)}` : tokenWords(tokens.all)

const stateWords = { under: '', near: 'near its limit', over: 'at its limit' } as const

function rowOf(
  kind: string,
  { id, name, closed, today, used, cap, state }: SpenderReport,
  isBroken = false,
): string[] {
  const stands = closed ? 'closed' : isBroken ? 'a turn waits at its limit' : stateWords[state]
  const shown = kind === 'tab' ? name : `${name} (${id})`
  return [kind, shown, today === null ? '-' : amount(today), amount(used), capWords(cap), stands]
}

function budgetWords({ day, total, caps, tabs, links, gatherings }: BudgetReport, terminal: App): string {
  const ends = day.state === 'over' ? ', at its limit: janus budget go-on day' : ''
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
    rows.length === 0
      ? []
      : [textTable([['OF', 'NAME', 'TODAY', 'EVER', 'CAP', 'STANDS'], ...rows], terminal.columns)]
  return [first, ...perTurn, ...listed].join('\n')
}
