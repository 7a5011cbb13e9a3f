import { attemptBy, attemptWhat } from '../../main/contract/app/attempt-words.ts'
import type { AttemptView } from '../../main/contract/app/attempts.ts'
import type { Page } from '../../main/contract/api/views.ts'
import { table } from './table.ts'
import type { Words } from './verb.ts'
import { localTime } from './when.ts'

/** Refused attempts as a table, newest first. */
export function attemptWords({ items, next }: Page<AttemptView>, columns: number): Words {
  if (items.length === 0) return 'Nothing was refused that would be worth a line.'
  const rows = items.map((view) => [
    localTime(view.at),
    attemptBy(view),
    attemptWhat(view),
    'route' in view ? view.route : '',
  ])
  const text = table([['WHEN', 'WHO', 'WHAT', 'ROUTE'], ...rows], columns)
  return next === null ? text : { text, aside: `There is more before: --cursor ${String(next)}` }
}
