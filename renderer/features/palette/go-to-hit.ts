import type { SearchHit } from '../../../main/contract/search-views.ts'
import { visible } from '../../components/hygiene.ts'
import { circleIn } from '../../entities/house/circle-words.ts'
import { goToRow } from '../../entities/log/go-to-row.ts'
import { mirror } from '../../state/store.ts'
import { show, toast } from '../../state/view-store.ts'

/** Where something was found: the name of a tab, or a circle of another house as its sheet is headed. */
export const whereOf = ({ agentName, circle }: Pick<SearchHit, 'agentName' | 'circle'>): string =>
  circle === null ? agentName : `${circle.topic} · ${circle.house}`

/** Shows what was found, at the words that were looked for. */
export function goToHit({ circle, message, ...row }: SearchHit, words: string): void {
  if (circle === null) return void goToRow(row, { words, isLanding: true })
  const { id, topic, house } = circle
  if (circleIn(mirror.getState().status?.fleet ?? null, id) === null)
    return void toast(
      `That was said in “${visible(topic)}”, a circle of the house ${visible(house)}, which does not stand in your list any more.`,
    )
  show({ kind: 'circle', circle: id, ...(message === null ? {} : { found: { message, words } }) })
}
