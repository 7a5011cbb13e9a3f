import { absenceWords } from '../../../main/contract/gatherings/seat-words.ts'
import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import { useEffect, useRef } from 'react'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { steer } from '../../entities/gathering/gathering-acts.ts'
import { inWords, sentence } from '../../entities/gathering/gathering-words.ts'
import { HarvesterActs } from './reopen-harvester.tsx'
import { stillToSpeak } from './turn-words.ts'
import css from './gathering-bar.module.css'

interface CloseFormProps {
  readonly of: GatheringView
  readonly onDone: () => void
}

/** Asks before a gathering is closed, in its place. */
export function CloseForm({ of, onDone }: CloseFormProps) {
  const yes = useRef<HTMLButtonElement>(null)
  const before = useRef<Element | null>(null)
  useEffect(() => {
    before.current = document.activeElement
    yes.current?.focus()
  }, [])
  const leave = () => {
    onDone()
    if (before.current instanceof HTMLElement) before.current.focus()
  }
  const left = stillToSpeak(of).length + (holderIsStillToSpeak(of) ? 1 : 0)
  return (
    <form
      className={css.closeForm}
      aria-label="Close the gathering"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        leave()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        void steer(of.id, 'close').then((isDone) => isDone && onDone())
      }}
    >
      <p>
        <b>Close it now?</b>{' '}
        {of.harvester.absent === null ? (
          <>
            <Name name={of.harvester.name} /> harvests what was said.
          </>
        ) : (
          <SafeText
            text={`${of.harvester.name} cannot harvest: ${sentence(absenceWords(of.harvester.absent))}`}
          />
        )}
        {of.phase !== 'harvest' && left > 0 && ` ${leftWords(left)}`}
      </p>
      <HarvesterActs of={of} />
      <button ref={yes} type="submit" className="btn danger">
        Close it
      </button>
      <button type="button" className="btn ghost" onClick={leave}>
        Not yet
      </button>
    </form>
  )
}

/** Has the holder of the piece said nothing in this round so far? */
function holderIsStillToSpeak({ piece, seats, heard, phase, round }: GatheringView): boolean {
  const holder = seats.find((seat) => seat.number === piece?.number)
  return (
    holder !== undefined &&
    !holder.had &&
    !heard.some((one) => one.number === holder.number && one.phase === phase && one.round === round)
  )
}

const leftWords = (left: number) =>
  left === 1 ? 'One has not spoken in this round.' : `${capitalOf(left)} have not spoken in this round.`

const capitalOf = (count: number) => inWords(count).replace(/^./, (letter) => letter.toUpperCase())
