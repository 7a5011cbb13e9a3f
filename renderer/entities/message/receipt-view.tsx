import type { MessageId } from '../../../main/contract/api/model.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { useTicket } from '../../state/mail.ts'
import { MessageActs } from './message-acts.tsx'
import { ReceiptDetail } from './receipt-detail.tsx'
import { receiptOf, type Receipt } from './receipt.ts'
import { useStanding, type Standing } from './standing.ts'
import { useDetail } from './use-detail.ts'
import css from './receipt.module.css'
import { classes } from '../../components/classes.ts'

interface ReceiptProps {
  readonly id: MessageId
  /** `quiet`: once it is read, its time is told only to those who look for it. */
  readonly as?: 'full' | 'quiet'
  /** The message is the person's. */
  readonly isOwn?: boolean
}

/** What became of a message, as main last told it; its times and what can be done about it stand behind it. */
export function Receipt({ id, as = 'full', isOwn = false }: ReceiptProps) {
  const standing = useStanding(id)
  return standing && <ReceiptButton id={id} standing={standing} as={as} isOwn={isOwn} />
}

interface ButtonProps extends Required<ReceiptProps> {
  readonly standing: Standing
}

function ReceiptButton({ id, standing, as, isOwn }: ButtonProps) {
  const { state, expectsReply, ahead } = standing
  const ticket = useTicket(expectsReply && state === 'answered' ? id : null, state)
  const receipt = receiptOf({ ...standing, reply: ticket?.reply, isOwn })
  const at = timeOf(standing, isOwn)
  const detail = useDetail()
  const isQuiet = as === 'quiet' && (state === 'answered' || (state === 'read' && !expectsReply))
  return (
    <>
      <button
        type="button"
        className={classes(
          'bare inline-row gap-3 no-shrink faint small',
          css.receipt,
          state === 'undeliverable' && css.lostOne,
        )}
        data-part="receipt"
        {...detail.button}
      >
        <ReceiptSign of={receipt.sign} />
        <span className="clip">
          <SafeText text={receipt.words} />
        </span>
        {receipt.isTimed && at !== null && (
          <span className={isQuiet ? 'vh' : undefined}>
            <span className="vh">at </span>
            <At at={at} />
          </span>
        )}
        {!isQuiet && ahead !== null && <span className={css.ahead}>ahead of others</span>}
      </button>
      {detail.shown !== 'no' && (
        <div
          className={classes('floating small', css.detail)}
          aria-label="What became of the message"
          {...detail.panel}
        >
          <ReceiptDetail id={id} standing={standing} isOwn={isOwn} />
          <MessageActs id={id} standing={standing} onDone={detail.close} />
        </div>
      )}
    </>
  )
}

/** The time of the words: what nobody had to answer is told by when it was read, where that is known. */
function timeOf({ state, stateAt, expectsReply, steps }: Standing, isOwn: boolean): number | null {
  if (state !== 'answered' || expectsReply || isOwn) return stateAt
  return steps.find((step) => step.state === 'read')?.at ?? null
}

/** The sign of a receipt; its words stand beside it. */
export function ReceiptSign({ of }: { readonly of: Receipt['sign'] }) {
  return (
    <svg className={css.seen} viewBox="0 0 10 10" aria-hidden="true">
      {of === 'x' ? <path d="m2 2 6 6M8 2 2 8" /> : <circle cx="5" cy="5" r="4" />}
      {of === 'half' && <path className={css.filled} d="M5 1a4 4 0 0 0 0 8z" />}
      {of === 'disc' && <circle className={css.filled} cx="5" cy="5" r="4" />}
    </svg>
  )
}
