import type { LinkView } from '../../../main/contract/links/link-views.ts'
import { modeWords } from '../../entities/link/link-words.ts'
import css from './link.module.css'

/** What the mode that is on does, and how long: its word alone says too little. A link that rests says why where it stands. */
export function ModeLine({
  link,
}: {
  readonly link: Pick<LinkView, 'mode' | 'rests' | 'closed' | 'budgetGranted'>
}) {
  if (link.closed !== null || (link.rests !== null && link.mode !== 'paused')) return null
  const more =
    link.mode === 'paused'
      ? ''
      : ` After ${link.budgetGranted} crossings, the final words of a turn each, it rests until your next word.`
  return (
    <p className={css.modeLine} data-part="mode-line">
      {modeWords[link.mode].about}.{more}
    </p>
  )
}
