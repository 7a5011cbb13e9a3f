import { Dialog } from '../../components/dialog.tsx'
import { visible } from '../../components/hygiene.ts'
import { once } from '../../components/use-still-hand.ts'
import { Name } from '../../components/safe-text.tsx'
import { standingWords, type CircleThere } from '../../entities/house/circle-words.ts'
import { SeatActs } from '../../entities/house/seat-acts.tsx'
import { act } from '../../state/act.ts'
import { CircleSeats } from './circle-seats.tsx'
import type { FoundWords } from '../../state/panel.ts'
import { CircleTalk } from './circle-talk.tsx'
import { CircleTurn } from './circle-turn.tsx'
import { useCircleSeen } from './use-circle-words.ts'
import type { CircleSeatView } from '../../../main/contract/fleet/fleet-views.ts'
import { Icon } from '../../components/icon.tsx'
import { Menu } from '../../components/menu.tsx'
import { copyLog } from '../../state/take-along.ts'
import { show } from '../../state/view-store.ts'

interface CircleDialogProps {
  readonly of: CircleThere
  readonly found?: FoundWords | undefined
  readonly onClose: () => void
}

/** The person's seat in a circle of another house: what is said there, their turn, and whether they sit there. */
export function CircleDialog({ of, found, onClose }: CircleDialogProps) {
  const { house, seat } = of
  const { topic, by, stands, turn } = seat
  useCircleSeen(seat)
  return (
    <Dialog
      title={`${visible(topic)} · ${visible(house)}`}
      tools={<TakeCircle seat={seat} />}
      onClose={onClose}
    >
      <div className="sheet-body" data-part="circle" onClickCapture={once}>
        <p className="muted">
          A circle of the house <Name name={house} />, convened by <Name name={by} />.
        </p>
        {seat.now !== null && <CircleSeats now={seat.now} />}
        <CircleTalk seat={seat} found={found} />
        {stands === 'taken' && turn !== null ? (
          <CircleTurn key={turn.id} seat={seat} turn={turn} />
        ) : (
          <p className={stands === 'taken' ? 'muted' : undefined} role="status">
            {standingWords(of)}
          </p>
        )}
        <Decide of={of} onClose={onClose} />
      </div>
    </Dialog>
  )
}

function Decide({ of: { seat }, onClose }: CircleDialogProps) {
  const { circle, stands } = seat
  const leave = async () => {
    if ((await act('circles.decide', { circle, take: false })) && stands === 'over') onClose()
  }
  if (stands === 'asked' || stands === 'left')
    return <SeatActs circle={circle} isLeft={stands === 'left'} onLeft={onClose} />
  return (
    <div className="acts">
      <button type="button" className="btn ghost" onClick={() => void leave()}>
        {stands === 'over' ? 'Put it away' : 'Leave the circle'}
      </button>
    </div>
  )
}

function TakeCircle({ seat: { circle, topic } }: { readonly seat: CircleSeatView }) {
  const log = { kind: 'circle', id: circle } as const
  return (
    <Menu
      label="Take the circle along"
      items={[
        { label: 'Export…', run: () => show({ kind: 'export', log, name: visible(topic) }) },
        { label: 'Copy as Markdown', run: () => void copyLog(log) },
      ]}
    >
      <Icon name="out" />
    </Menu>
  )
}
