import { useContext, useState } from 'react'
import { clockTime } from '../../components/duration.ts'
import { visible } from '../../components/hygiene.ts'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { beginningOf } from '../../entities/message/beginning.ts'
import { listed } from '../../entities/link/link-words.ts'
import type { PersonWords } from './person-words.ts'
import { Parties } from './parties.ts'
import { classes } from '../../components/classes.ts'
import css from './crossing.module.css'

/** Of longer words the beginning is shown, in characters. */
const shown = 280

interface PersonRowProps {
  readonly words: PersonWords
  readonly side: 'left' | 'right' | 'both'
}

/** What the person wrote to a member, quietly on its side; to several at once, across both. */
export function PersonRow({ words: { by, to, text, at }, side }: PersonRowProps) {
  const parties = useContext(Parties)
  const names = listed(to.map((id) => parties.find((one) => one.id === id)?.name ?? ''))
  const whom = side !== 'both' || to.length < parties.length ? names : to.length === 2 ? 'both' : 'all'
  const [isOpen, setOpen] = useState(false)
  const beginning = text.length > shown ? beginningOf(text).slice(0, shown) : text
  const label = `${visible(by)} to ${visible(whom)}, ${clockTime(at)}`
  const time = (
    <span className="num faint">
      <At at={at} />
    </span>
  )
  return (
    <div className={classes(css.spineRow, css.person, css[side])} role="note" aria-label={label}>
      <div className={css.own}>
        {side === 'both' && <>{time} </>}
        <b>
          <Name name={by} /> to <SafeText text={whom} />:
        </b>{' '}
        <span dir="auto">
          <SafeText text={isOpen ? text : beginning} />
          {!isOpen && beginning.length < text.length && '…'}
        </span>
        {beginning.length < text.length && (
          <button
            type="button"
            className={classes('btn ghost', css.more)}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Fold' : 'Show all'}
          </button>
        )}
      </div>
      {side !== 'both' && (
        <div className={css.mid}>
          <div className={css.cross}>{time}</div>
        </div>
      )}
    </div>
  )
}
