import type { SearchHit } from '../../../main/contract/history/search-views.ts'
import { goToCircle } from '../../entities/house/circle-words.ts'
import { goToRow } from '../../entities/log/go-to-row.ts'

/** Where something was found: the name of a tab, or a circle of another house as its sheet is headed. */
export const whereOf = ({ agentName, circle }: Pick<SearchHit, 'agentName' | 'circle'>): string =>
  circle === null ? agentName : `${circle.topic} · ${circle.house}`

/** Shows what was found, at the words that were looked for. */
export function goToHit({ circle, message, ...row }: SearchHit, words: string): void {
  if (circle === null) return void goToRow(row, { words, isLanding: true })
  goToCircle(circle, message && { message, words })
}
