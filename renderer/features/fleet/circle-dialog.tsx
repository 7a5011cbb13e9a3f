import { Dialog } from '../../components/dialog.tsx'
import { visible } from '../../components/hygiene.ts'
import { Name } from '../../components/safe-text.tsx'
import type { CircleThere } from '../../entities/house/circle-words.ts'
import { SeatActs } from '../../entities/house/seat-acts.tsx'
import { act } from '../../state/act.ts'
import { CircleTalk } from './circle-talk.tsx'
import { CircleTurn } from './circle-turn.tsx'
import { useCircleSeen } from './use-circle-words.ts'

interface CircleDialogProps {
  readonly of: CircleThere
  readonly onClose: () => void
}

/** The person's seat in a circle of another house: what is said there, their turn, and whether they sit there. */
export function CircleDialog({ of: { house, seat }, onClose }: CircleDialogProps) {
  const { topic, by, stands, turn } = seat
  useCircleSeen(seat)
  return (
    <Dialog title={`${visible(topic)} · ${visible(house)}`} onClose={onClose}>
      <div className="sheet-body" data-part="circle">
        <p className="muted">
          A circle of the house <Name name={house} />, convened by <Name name={by} />.
        </p>
        <CircleTalk seat={seat} />
        {stands === 'taken' && turn !== null && <CircleTurn key={turn.id} seat={seat} turn={turn.id} />}
        {stands === 'taken' && turn === null && (
          <p className="muted" role="status">
            Somebody else has the piece. You are told when it comes to you.
          </p>
        )}
        {stands === 'over' && (
          <p role="status">
            This circle is over, or goes on without you. What was said stays here until you put it away.
          </p>
        )}
        <Decide of={{ house, seat }} onClose={onClose} />
      </div>
    </Dialog>
  )
}

/** Yes, no, and the way out. */
function Decide({ of: { house, seat }, onClose }: CircleDialogProps) {
  const { circle, by, stands } = seat
  const leave = async () => {
    if (await act('circles.decide', { circle, take: false })) onClose()
  }
  if (stands === 'asked')
    return (
      <section aria-label="A seat for you">
        <p>
          <Name name={by} /> keeps a seat for you. You would hear what is said there, and what you say in your
          turn goes to <Name name={house} />.
        </p>
        <SeatActs circle={circle} onLeft={onClose} />
      </section>
    )
  return (
    <div className="acts">
      <button type="button" className="btn ghost" onClick={() => void leave()}>
        {stands === 'over' ? 'Put it away' : 'Leave the circle'}
      </button>
    </div>
  )
}
