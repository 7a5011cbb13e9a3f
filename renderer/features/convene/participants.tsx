import { useLayoutEffect, useRef, useState } from 'react'
import { visible } from '../../components/hygiene.ts'
import { capsHere } from '../../keys/keys-here.ts'
import { useMirror } from '../../state/store.ts'
import { AddSeat } from './add-seat.tsx'
import { useSeatDrag } from './seat-drag.ts'
import { BusyAgentLines } from './busy-agents.tsx'
import { changed, moved, type CircleDraft, type SeatDraft } from './circle-draft.ts'
import { HarvesterLine } from './harvester-line.tsx'
import { SeatRow } from './seat-row.tsx'
import { useSitterName } from './sitter.tsx'
import css from './convene.module.css'

interface ParticipantsProps {
  readonly draft: CircleDraft
  readonly onChange: (more: Partial<CircleDraft>) => void
  /** Closes the sheet. */
  readonly onLeave: () => void
}

/** Who sits, in speaking order, and who harvests. */
export function Participants({ draft, onChange, onLeave }: ParticipantsProps) {
  const { seats } = draft
  const setSeats = (next: readonly SeatDraft[]) => next !== seats && onChange({ seats: next })
  const nameOf = useSitterName()
  const person = useMirror((now) => now.status?.person ?? '')
  const [told, setTold] = useState('')
  const keepsFocus = useFocusOver(seats)
  const drag = useSeatDrag(seats, setSeats)
  const step = (key: string, by: 1 | -1) => {
    const at = seats.findIndex((seat) => seat.key === key)
    const next = moved(seats, key, at + by)
    const seat = seats[at]
    if (next === seats || !seat) return
    keepsFocus()
    setSeats(next)
    setTold(`${visible(nameOf(seat.who))} speaks as ${at + by + 1} of ${seats.length}`)
  }
  const add = (seat: SeatDraft) => {
    onChange({ seats: [...seats, seat] })
    const name = seat.who.kind === 'human' ? 'You' : visible(nameOf(seat.who))
    setTold(`${name}: seat ${seats.length + 1} of ${seats.length + 1}`)
  }
  return (
    <div className="field">
      <span className="label">
        Who sits, in speaking order
        <small>
          Drag, or {capsHere('rowUp').slice(0, -1).join(' ')} <span aria-label="up and down">↑ ↓</span>
        </small>
      </span>
      {seats.length > 0 && (
        <ol className={css.cast} aria-label="Who sits, in speaking order" {...drag.handlers}>
          {seats.map((seat, at) => (
            <SeatRow
              key={seat.key}
              seat={seat}
              number={at + 1}
              person={person}
              isLifted={drag.lifted === seat.key}
              onChange={(more) => setSeats(changed(seats, seat.key, more))}
              onStep={(by) => step(seat.key, by)}
              onTakeOut={() => setSeats(seats.filter((one) => one.key !== seat.key))}
            />
          ))}
        </ol>
      )}
      <div className={css.castFoot}>
        <span data-field="cast">
          <AddSeat draft={draft} onAdd={add} />
        </span>
        <span className="grow" />
        <HarvesterLine draft={draft} onChange={onChange} />
      </div>
      <BusyAgentLines draft={draft} onLeave={onLeave} />
      <p className="vh" role="status">
        {told}
      </p>
    </div>
  )
}

/** A row that is moved in the page loses the focus; it gets it back. */
function useFocusOver(seats: readonly SeatDraft[]): () => void {
  const focused = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (focused.current instanceof HTMLElement && focused.current.isConnected) focused.current.focus()
    focused.current = null
  }, [seats])
  return () => {
    focused.current = document.activeElement
  }
}
