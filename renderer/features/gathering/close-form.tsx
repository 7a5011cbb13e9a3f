import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import { useRef } from 'react'
import { steer } from '../../entities/gathering/gathering-acts.ts'
import { capitalized, numberWord } from '../../entities/gathering/gathering-words.ts'
import { HarvesterActs, HarvesterLine, useWayBack } from './newcomer-form.tsx'
import { stillToSpeak } from './turn-words.ts'
import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import css from './gathering-bar.module.css'

export function CloseForm({ of, onDone }: { readonly of: GatheringView; readonly onDone: () => void }) {
  const yes = useRef<HTMLButtonElement>(null)
  const { leave, onKeyDown } = useWayBack(yes, onDone)
  const left = stillToSpeak(of).length + (holderIsStillToSpeak(of) ? 1 : 0)
  return (
    <form
      className={classes('row wrap row-gap-3 no-shrink', css.closeForm)}
      aria-label="End the gathering"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        void steer(of.id, 'close').then((isDone) => isDone && onDone())
      }}
    >
      <p>
        <b>End it now?</b> <HarvesterLine of={of} does="harvests what was said" />
        {of.phase !== 'harvest' && left > 0 && ` ${leftWords(left)}`}
      </p>
      <HarvesterActs of={of} />
      <Button ref={yes} type="submit" variant="danger">
        End it
      </Button>
      <Button variant="ghost" onClick={leave}>
        Not yet
      </Button>
    </form>
  )
}

function holderIsStillToSpeak({ piece, seats, heard, phase, round }: GatheringView): boolean {
  const holder = seats.find((seat) => seat.number === piece?.number)
  return (
    holder !== undefined &&
    !holder.had &&
    !heard.some((one) => one.number === holder.number && one.phase === phase && one.round === round)
  )
}

const leftWords = (left: number) =>
  left === 1
    ? 'One has not spoken in this round.'
    : `${capitalized(numberWord(left))} have not spoken in this round.`
