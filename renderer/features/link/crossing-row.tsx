import { memo, useState, useContext } from 'react'
import type { CrossingView } from '../../../main/contract/links/link-views.ts'
import { Avatar, useFace } from '../../entities/agent/avatar.tsx'
import { clockTime } from '../../components/duration.ts'
import { saidBy } from '../../components/said-by.ts'
import { visible } from '../../components/hygiene.ts'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { beginningOf } from '../../entities/message/beginning.ts'
import { LongText } from '../../entities/message/long-text.tsx'
import { QuoteButton } from '../../entities/message/quote-button.tsx'
import { Fates } from './fates.tsx'
import { authorOf, listed } from '../../entities/link/link-words.ts'
import { useMoney } from '../../state/money.ts'
import { usePartyName, Parties } from './parties.ts'
import { classes } from '../../components/classes.ts'
import type { PersonWords } from './person-words.ts'
import css from './crossing.module.css'

interface RowProps {
  readonly crossing: CrossingView
  readonly side: 'left' | 'right'
}

/** One final text: beside the spine who said it, on the spine when and for how much, across what became of it. */
export const SaidRow = memo(function SaidRow({ crossing, side }: RowProps) {
  const name = usePartyName(crossing.from, crossing.fromName)
  const { hue } = useFace(authorOf(crossing.from), name)
  const label = `${visible(name)}, turn ${crossing.turnNumber}, ${clockTime(crossing.at)}`
  return (
    <article
      className={classes(css.spineRow, css[side])}
      data-hue={hue}
      data-crossing={crossing.id}
      {...saidBy(name, crossing.from, crossing.at)}
      aria-label={label}
      tabIndex={-1}
    >
      <div className={css.final} data-part="conclusion">
        <div className="by">
          <b className="break-anywhere">
            <Name name={name} pigment />
          </b>
          <span className="num">
            turn {crossing.turnNumber} · {wordCount(crossing.words)}
          </span>
          <QuoteButton
            quote={{ words: crossing.text, by: name, agent: crossing.from, at: crossing.at, message: null }}
          />
        </div>
        <LongText
          text={crossing.text}
          showAll={`Show all ${wordCount(crossing.words)}`}
          shortened={
            <>
              Shortened here; the whole stands in the tab of <Name name={name} />.
            </>
          }
          className={classes('small', css.more)}
        />
      </div>
      <Mid crossing={crossing} side={side} />
      <div className={css.across}>
        <Fates crossing={crossing} />
      </div>
    </article>
  )
})

/** A member had nothing to add: no crossing was used. */
export const SilentRow = memo(function SilentRow({ crossing, side }: RowProps) {
  const name = usePartyName(crossing.from, crossing.fromName)
  return (
    <article
      className={classes(css.spineRow, css.silent, css[side])}
      data-crossing={crossing.id}
      aria-label={`${visible(name)}, turn ${crossing.turnNumber}, ${clockTime(crossing.at)}`}
      tabIndex={-1}
    >
      <p className={classes('row top small muted break-anywhere', css.ack)} data-part="fate">
        <Avatar author={authorOf(crossing.from)} name={name} size="sm" />
        <span>
          <span className="vh">
            <Name name={name} />:{' '}
          </span>
          Turn {crossing.turnNumber} ended with nothing to add.{' '}
          <span className="faint">No crossing used.</span>
        </span>
      </p>
      <Mid crossing={crossing} side={side} />
    </article>
  )
})

const wordCount = (count: number) => (count === 1 ? '1 word' : `${count.toLocaleString('en')} words`)

function Mid({ crossing, side }: RowProps) {
  const money = useMoney()
  return (
    <div className={css.mid}>
      <div className={css.cross}>
        {crossing.kind === 'said' && (
          <svg viewBox="0 0 52 12" aria-hidden="true">
            <path d={side === 'left' ? 'M1 6h48M44 1.5 49 6l-5 4.5' : 'M51 6H3M8 1.5 3 6l5 4.5'} />
          </svg>
        )}
        <span className="num">
          <At at={crossing.at} />
        </span>
        {money && <span className="num">{money(crossing.costUsd)}</span>}
      </div>
    </div>
  )
}

/** Of a longer message only this many characters show at first. */
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
      <div className={classes('small muted break-anywhere', css.own)}>
        {side === 'both' && <>{time} </>}
        <b className="medium">
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
