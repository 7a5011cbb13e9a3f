import { memo, useState } from 'react'
import type { CrossingView } from '../../../main/contract/links/link-views.ts'
import { Avatar, useFace } from '../../entities/agent/avatar.tsx'
import { clockTime } from '../../components/duration.ts'
import { saidBy } from '../../components/said-by.ts'
import { visible } from '../../components/hygiene.ts'
import { Markdown } from '../../components/markdown/markdown.tsx'
import { Name } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { beginningOf, isShortened } from '../../entities/message/beginning.ts'
import { QuoteButton } from '../../entities/message/quote-button.tsx'
import { Fates } from './fates.tsx'
import { authorOf } from '../../entities/link/link-words.ts'
import { useMoney } from '../../state/money.ts'
import { usePartyName } from './parties.ts'
import { classes } from '../../components/classes.ts'
import css from './crossing.module.css'

interface RowProps {
  readonly crossing: CrossingView
  readonly side: 'left' | 'right'
}

/** One final text: beside the spine who said it, on the spine when and for how much, across what became of it. */
export const SaidRow = memo(function SaidRow({ crossing, side }: RowProps) {
  const name = useSpeaker(crossing)
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
          <b>
            <Name name={name} pigment />
          </b>
          <span className="num">
            turn {crossing.turnNumber} · {wordCount(crossing.words)}
          </span>
          <QuoteButton
            quote={{ words: crossing.text, by: name, agent: crossing.from, at: crossing.at, message: null }}
          />
        </div>
        <FinalText text={crossing.text} words={crossing.words} name={name} />
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
  const name = useSpeaker(crossing)
  return (
    <article
      className={classes(css.spineRow, css.silent, css[side])}
      data-crossing={crossing.id}
      aria-label={`${visible(name)}, turn ${crossing.turnNumber}, ${clockTime(crossing.at)}`}
      tabIndex={-1}
    >
      <p className={css.ack} data-part="fate">
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

const useSpeaker = ({ from, fromName }: CrossingView): string => usePartyName(from, fromName)

const wordCount = (count: number) => (count === 1 ? '1 word' : `${count.toLocaleString('en')} words`)

/** The arrow in the speaker's pigment, the time, the cost. */
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

interface FinalTextProps {
  readonly text: string
  readonly words: number
  readonly name: string
}

/** What was said; of a long one the beginning. */
function FinalText({ text, words, name }: FinalTextProps) {
  const [isOpen, setOpen] = useState(false)
  const beginning = beginningOf(text)
  const isLong = beginning.length < text.length
  return (
    <>
      <div className="prose">
        <Markdown text={isOpen ? text : beginning} />
      </div>
      {isOpen && isShortened(text) && (
        <p className="faint">
          Shortened here; the whole stands in the tab of <Name name={name} />.
        </p>
      )}
      {isLong && (
        <button
          type="button"
          className={classes('btn ghost', css.more)}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Fold' : `Show all ${wordCount(words)}`}
        </button>
      )}
    </>
  )
}
