import type { CostDay } from '../../../main/contract/budget/costs.ts'

/** Pages of days as one list, newest first; what the newer page says of a day holds. */
export function allDays(newer: readonly CostDay[], older: readonly CostDay[]): readonly CostDay[] {
  const known = new Set(newer.map(({ date }) => date))
  return [...newer, ...older.filter(({ date }) => !known.has(date))]
}

/** `Today`, `Yesterday`, `Mon 23 Nov`, in another year `23 Nov 2025`. */
export function dayName(date: string, today: string): string {
  if (date === today) return 'Today'
  const at = new Date(`${date}T00:00:00Z`)
  const now = new Date(`${today}T00:00:00Z`)
  if (now.getTime() - at.getTime() === 24 * 3_600_000) return 'Yesterday'
  const isThisYear = date.slice(0, 4) === today.slice(0, 4)
  const how = isThisYear ? ({ weekday: 'short' } as const) : ({ year: 'numeric' } as const)
  const words = at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', ...how, timeZone: 'UTC' })
  return words.replace(',', '')
}

/** How long a day's bar is beside the others: 1 for the one that used most of what is shown. */
export function barOf({ used }: CostDay, days: readonly CostDay[], isPaid: boolean): number {
  const amount = ({ used: one }: Pick<CostDay, 'used'>) => (isPaid ? one.costUsd : one.tokens.all)
  const most = Math.max(...days.map(amount))
  return most === 0 ? 0 : amount({ used }) / most
}
