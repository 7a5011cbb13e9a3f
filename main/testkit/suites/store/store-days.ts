import { expect, it } from 'vitest'
import { noRaise, nothingUsed, type Day } from '../../../contract/budget/budget.ts'
import { agentId } from '../../factories/factories.ts'
import type { StoreInHand } from './store-reading.ts'

/** The sums of a day with this cost of the first agent. */
function makeDay(date: string, costUsd = 1): Day {
  const used = { ...nothingUsed, costUsd, turns: 1 }
  return {
    date,
    until: 99,
    used,
    raised: noRaise,
    links: {},
    gatherings: {},
    timers: {},
    total: used,
    tabs: { [agentId(1)]: { ...used, name: 'Agent 1' } },
  }
}

/** The latest day, as last written, is the current one. */
export function daysSuite({ store, reopen }: StoreInHand): void {
  it('brings back the newest day, exactly', () => {
    const days = [makeDay('2026-11-24'), makeDay('2026-11-25', 2), makeDay('2026-11-25', 0.1 + 0.2)]
    store().commit(days.map((row) => ({ table: 'day', row })))
    reopen()
    expect(store().load().day).toEqual(days[2])
  })

  it('tells days newest first, from any of them back, and no more than are asked for', () => {
    const dates = ['2026-11-22', '2026-11-23', '2026-11-25'] as const
    store().commit(dates.map((date) => ({ table: 'day', row: makeDay(date) })))
    reopen()
    const told = (before: string | null, limit: number) =>
      store()
        .days(before, limit)
        .map(({ date }) => date)
    expect(told(null, 9)).toEqual(dates.toReversed())
    expect(told(null, 2)).toEqual(['2026-11-25', '2026-11-23'])
    expect(told('2026-11-25', 9)).toEqual(['2026-11-23', '2026-11-22'])
    expect(store().days('2026-11-24', 1)).toEqual([makeDay('2026-11-23')])
  })

  it('brings back the day that was written last, where a wrong clock had begun one far ahead', () => {
    const days = [makeDay('2036-11-24'), makeDay('2026-11-25', 2)]
    store().commit(days.map((row) => ({ table: 'day', row })))
    reopen()
    expect(store().load().day).toEqual(days[1])
  })
}
