import type { MessageId } from '../../../main/contract/model.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { useTicket } from '../../mail.ts'
import { MessageActs } from './message-acts.tsx'
import { ReceiptDetail } from './receipt-detail.tsx'
import { ReceiptSign } from './receipt-sign.tsx'
import { receiptOf } from './receipt.ts'
import { useStanding, type Standing } from './standing.ts'
import { useDetail } from './use-detail.ts'
import './receipt.css'

interface ReceiptProps {
  readonly id: MessageId
  /** `quiet`: once it is answered only its sign shows, and its words to those who look for them. */
  readonly as?: 'full' | 'quiet'
}

/** What became of a message, as main last told it; its times and what can be done about it stand behind it. */
export function Receipt({ id, as = 'full' }: ReceiptProps) {
  const standing = useStanding(id)
  return standing && <ReceiptButton id={id} standing={standing} as={as} />
}

interface ButtonProps extends Required<ReceiptProps> {
  readonly standing: Standing
}

function ReceiptButton({ id, standing, as }: ButtonProps) {
  const { state, expectsReply, stateAt, ahead } = standing
  const ticket = useTicket(expectsReply && state === 'answered' ? id : null, state)
  const receipt = receiptOf({ ...standing, implicit: ticket?.reply?.implicit })
  const detail = useDetail()
  const isQuiet = as === 'quiet' && (state === 'answered' || (state === 'read' && !expectsReply))
  return (
    <>
      <button
        type="button"
        className={`receipt ${state === 'undeliverable' ? 'lost-one' : ''}`}
        {...detail.button}
      >
        <ReceiptSign of={receipt.sign} />
        <span className={isQuiet ? 'vh' : 'clip'}>
          <SafeText text={receipt.words} />
        </span>
        {receipt.isTimed && stateAt !== null && (
          <span className={isQuiet ? 'vh' : undefined}>
            <span className="vh">at </span>
            <At at={stateAt} />
          </span>
        )}
        {!isQuiet && ahead !== null && <span className="ahead">ahead of others</span>}
      </button>
      {detail.shown !== 'no' && (
        <div className="detail" aria-label="What became of the message" {...detail.panel}>
          <ReceiptDetail id={id} standing={standing} />
          <MessageActs id={id} standing={standing} onDone={detail.close} />
        </div>
      )}
    </>
  )
}
