import type { MessageId } from '../../../main/contract/api/model.ts'
import { act } from '../../state/act.ts'
import { show } from '../../state/view-store.ts'
import { Button } from '../../components/button.tsx'
import type { MessageStatus } from './standing.ts'

type Asked = Pick<MessageStatus, 'state' | 'expectsReply' | 'reason'>

/** Main gives a reason for a read ticket only once the turn is over that might have answered it. */
export const canNudge = ({ state, expectsReply, reason }: Asked): boolean =>
  state === 'read' && expectsReply && reason !== null

interface ActsProps {
  readonly id: MessageId
  readonly standing: Asked
  readonly onDone: () => void
}

export function MessageActs({ id, standing, onDone }: ActsProps) {
  return (
    <div className="acts">
      <MessageWay id={id} standing={standing} onDone={onDone} />
      <Button
        variant="ghost"
        onClick={() => {
          onDone()
          show({ kind: 'thread', message: id })
        }}
      >
        Show thread
      </Button>
    </div>
  )
}

/** *Nudge* or *Retry*, if one of them helps. */
export function MessageWay({ id, standing, onDone }: ActsProps) {
  const nudges = canNudge(standing)
  if (!nudges && standing.state !== 'undeliverable') return null
  return (
    <Button
      title={nudges ? 'Asks again, as a separate turn' : 'Sends it again'}
      onClick={() => {
        onDone()
        void act(nudges ? 'messages.nudge' : 'messages.retry', { id })
      }}
    >
      {nudges ? (standing.reason?.kind === 'nudged' ? 'Nudge again' : 'Nudge') : 'Retry'}
    </Button>
  )
}
