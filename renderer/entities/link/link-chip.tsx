import type { LinkView } from '../../../main/contract/link-views.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { useMirror } from '../../state/store.ts'
import { showLink } from '../../state/view-store.ts'
import { namesOf } from './members.ts'
import { standingWord } from './mode-words.ts'
import './link.css'

/** A link in the header of one of its members: between whom, its mode; a click shows it. */
export function LinkChip({ link, className = '' }: { readonly link: LinkView; readonly className?: string }) {
  const names = useMirror((now) => namesOf(link, now.agents))
  const word = standingWord(link)
  const why = link.rests === 'gathering' ? ' while a member sits in a gathering' : ''
  const about = `Link ${visible(names)} ${word.toLowerCase()}${why}, ${link.used} of ${link.allowed} crossings used`
  return (
    <button
      type="button"
      className={`chip link-chip ${link.rests === null ? '' : 'rests'} ${className}`}
      title={about}
      aria-label={about}
      onClick={() => showLink(link.id)}
    >
      <Icon name="link" />
      <span className="clip">
        <SafeText text={names} />
      </span>{' '}
      {word !== 'Answers wake' && <span className="mode">{word}</span>}
    </button>
  )
}
