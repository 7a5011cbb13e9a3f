import type { LinkView } from '../../../main/contract/link-views.ts'
import { crossingHelp, modeWords } from '../../entities/link/link-words.ts'
import css from './link.module.css'

/** What the mode that is on does, and how long: its word alone says too little. A link that rests says why where it stands. */
export function ModeLine({ link }: { readonly link: Pick<LinkView, 'mode' | 'rests' | 'closed'> }) {
  if (link.closed !== null || (link.rests !== null && link.mode !== 'paused')) return null
  const more = link.mode === 'paused' ? '' : ` ${crossingHelp}.`
  return (
    <p className={css.modeLine} data-part="mode-line">
      {modeWords[link.mode].about}.{more}
    </p>
  )
}
