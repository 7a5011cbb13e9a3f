import { attemptBy, attemptWhat } from '../../main/contract/app/attempt-words.ts'
import type { AttemptView } from '../../main/contract/app/attempts.ts'
import type { Page } from '../../main/contract/api/views.ts'
import { list } from './table.ts'
import type { Words } from './verb.ts'
import { localTime } from './when.ts'

const attemptsTable = list<AttemptView>('Nothing was refused that would be worth a line.', {
  WHEN: ({ at }) => localTime(at),
  WHO: attemptBy,
  WHAT: attemptWhat,
  ROUTE: (view) => ('route' in view ? view.route : ''),
})

/** Refused attempts as a table, newest first. */
export function attemptWords({ items, next }: Page<AttemptView>, columns: number): Words {
  const text = attemptsTable(items, { columns })
  return next === null ? text : { text, aside: `There is more before: --cursor ${String(next)}` }
}
