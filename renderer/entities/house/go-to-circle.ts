import type { FoundCircle } from '../../../main/contract/history/search-views.ts'
import { visible } from '../../components/hygiene.ts'
import type { FoundWords } from '../../state/panel.ts'
import { mirror } from '../../state/store.ts'
import { show, toast } from '../../state/view-store.ts'
import { circleIn } from './circle-words.ts'

/** Opens the person's seat in a circle of another house, at what was found there; where it is gone, says where it was. */
export function goToCircle({ id, topic, house }: FoundCircle, found: FoundWords | null = null): void {
  if (circleIn(mirror.getState().status?.fleet ?? null, id) === null)
    return void toast(
      `That was in “${visible(topic)}”, a circle of the house ${visible(house)}, which does not stand in your list any more.`,
    )
  show({ kind: 'circle', circle: id, ...(found ? { found } : {}) })
}
