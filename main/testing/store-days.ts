import { expect, it } from 'vitest'
import { noRaise, nothingUsed, type Day } from '../contract/budget.ts'
import { agentId } from './factories.ts'
import type { StoreInHand } from './store-reading.ts'

/** The sums of a day on which the first agent used so much. */
function makeDay(date: string, costUsd = 1): Day {
  const used = { ...nothingUsed, costUsd, turns: 1 }
  return {
    ...{ date, until: 99, used, raised: noRaise, links: {}, gatherings: {}, total: used },
    tabs: { [agentId(1)]: { ...used, name: 'Agent 1' } },
  }
}

/** The newest day, as it was written last, is the present one. */
export function daysSuite({ store, reopen }: StoreInHand): void {
  it('brings back the newest day, exactly', () => {
    const days = [makeDay('2026-11-24'), makeDay('2026-11-25', 2), makeDay('2026-11-25', 0.1 + 0.2)]
    store().commit(days.map((row) => ({ table: 'day', row })))
    reopen()
    expect(store().load().day).toEqual(days[2])
  })

  it('brings back the day that was written last, where a wrong clock had begun one far ahead', () => {
    const days = [makeDay('2036-11-24'), makeDay('2026-11-25', 2)]
    store().commit(days.map((row) => ({ table: 'day', row })))
    reopen()
    expect(store().load().day).toEqual(days[1])
  })
}
