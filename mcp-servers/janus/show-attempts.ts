import { attemptBy, attemptWhat } from '../../main/contract/attempt-words.ts'
import type { AttemptView } from '../../main/contract/attempts.ts'
import type { Page } from '../../main/contract/views.ts'
import { table } from './show.ts'

/** Refused attempts as a table, newest first. */
export function attemptLines({ items, next }: Page<AttemptView>): string {
  if (items.length === 0) return 'Nothing was refused that would be worth a line.'
  const rows = items.map((view) => [
    ...[view.at, attemptBy(view), attemptWhat(view), 'route' in view ? view.route : ''],
  ])
  const more = next === null ? '' : `\nOlder ones: janus api GET '/refused?cursor=${String(next)}'`
  return table([['WHEN', 'WHO', 'WHAT', 'ROUTE'], ...rows]) + more
}
