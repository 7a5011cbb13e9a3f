import {
  allTokens,
  noCap,
  noCaps,
  noTokens,
  type Cap,
  type Day,
  type Tokens,
  type Used,
  type UsualCaps,
} from '../../contract/budget/budget.ts'
import { contextWords } from '../../contract/agents/context.ts'
import type { CapOf, RaiseOf } from '../../core/cap-commands.ts'
import type { Row } from '../../core/step/effects.ts'
import type { Command } from '../../core/step/events.ts'

/** `$0.5`, `1000t`, or both with a comma between. */
function capIn(words: string | undefined): Cap | null {
  if (words === undefined || words === 'none') return null
  const parts = words.split(',')
  const usd = parts.find((part) => part.startsWith('$'))
  const tokens = parts.find((part) => part.endsWith('t'))
  return {
    usd: usd === undefined ? null : Number(usd.slice(1)),
    tokens: tokens === undefined ? null : Number(tokens.slice(0, -1)),
  }
}

/** `turncap=1000t tabcap=$0.5 linkcap=… daycap=…`. */
export function capsOf(given: Readonly<Record<string, string>>): UsualCaps {
  return {
    ...noCaps,
    turn: capIn(given['turncap']),
    tab: capIn(given['tabcap']),
    link: capIn(given['linkcap']),
    day: capIn(given['daycap']),
  }
}

/** Running totals at the end of a line: `used=$0.3,500t`; without a price none is told, without either nothing was used. */
export function totalsOf(rest: string): {
  readonly totalCostUsd: number | null
  readonly totalTokens: Tokens
} {
  const { 1: told } = / used=(\S+)$/.exec(rest) ?? []
  if (told === undefined) return { totalCostUsd: 0, totalTokens: noTokens }
  const { usd, tokens } = capIn(told) ?? noCap
  return { totalCostUsd: usd, totalTokens: { ...noTokens, input: tokens ?? 0 } }
}

/** The same line without them. */
export const withoutTotals = (rest: string): string => rest.replace(/ used=\S+$/, '')

/** `cap tab a 500t`, `raise link l1`, `raise tab a $2`, `raise day`, `raise turn a`; `idOf`: whose name or tag it is. */
export function capEvent(
  verb: 'cap' | 'raise',
  kind: string,
  rest: string,
  idOf: (who: string) => string,
): Command {
  const [who = '', amount] = kind === 'day' ? ['', rest || undefined] : rest.split(' ')
  const { usd, tokens } = capIn(amount) ?? noCap
  const add = { ...(usd === null ? {} : { usd }), ...(tokens === null ? {} : { tokens }) }
  const of = (kind === 'day' ? { kind } : { kind, id: idOf(who) }) as RaiseOf
  if (verb === 'raise') return { type: 'cap.raised', of, add }
  return { type: 'cap.set', of: of as CapOf, cap: capIn(amount) }
}

/** What a day has used so far, or a turn; null for any other row. */
export function useLine(row: Row): string | null {
  if (row.table === 'day') return `day ${row.row.date}: ${usedWords(row.row.used)}${timerWords(row.row)}`
  if (row.table !== 'entry' || row.row.note?.kind !== 'used') return null
  const { context } = row.row.note
  const full = context === null ? '' : `, ${contextWords(context)}`
  return `used ${usedWords({ ...row.row.note, costUsd: row.row.note.costUsd ?? 0 })}${full}`
}

/** `; check of a "Look at b.": $0.01, 100 tokens`. */
const timerWords = ({ timers }: Day): string =>
  Object.values(timers)
    .map((part) => `; ${part.intent} of ${part.agent} "${part.name}": ${usedWords(part)}`)
    .join('')

/** `$0.02, 400 tokens`. */
const usedWords = ({ costUsd, tokens }: Pick<Used, 'costUsd' | 'tokens'>): string =>
  `$${costUsd.toFixed(2)}, ${String(allTokens(tokens))} tokens`
