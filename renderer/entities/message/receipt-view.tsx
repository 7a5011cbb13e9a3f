import type { ReactNode } from 'react'
import type { MessageId } from '../../../main/contract/api/model.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { useTicket, useMessage } from '../../state/mail.ts'
import { MessageActs } from './message-acts.tsx'
import { receiptOf, type ReceiptState } from './receipt.ts'
import { useStanding, type MessageStatus } from './standing.ts'
import { useDetail } from './use-detail.ts'
import css from './receipt.module.css'
import { classes } from '../../components/classes.ts'
import { becauseWords } from '../../../main/contract/mail/message-words.ts'
import type { MessageState } from '../../../main/contract/mail/messages.ts'
import type { Priority } from '../../../main/contract/mail/priorities.ts'
import { fullTime } from '../../components/duration.ts'
import type { StateChange } from '../../state/logs.ts'

interface ReceiptProps {
  readonly id: MessageId
  /** `quiet`: once the message is read, the time is only in the details. */
  readonly as?: 'full' | 'quiet'
  readonly isOwn?: boolean
}

/** The state of a message; a press shows its times and actions. */
export function Receipt({ id, as = 'full', isOwn = false }: ReceiptProps) {
  const standing = useStanding(id)
  return standing && <ReceiptButton id={id} standing={standing} as={as} isOwn={isOwn} />
}

interface ButtonProps extends Required<ReceiptProps> {
  readonly standing: MessageStatus
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
        <SafeText as="span" className="clip" text={receipt.words} />
        {receipt.isTimed && at !== null && (
          <span className={isQuiet ? 'vh' : undefined}>
            <span className="vh">at </span>
            <At at={at} />
          </span>
        )}
        {!isQuiet && ahead !== null && <span className={css.ahead}>ahead of others</span>}
      </button>
      {detail.shown !== 'no' && (
        <div className={classes('floating small', css.detail)} aria-label="Message status" {...detail.panel}>
          <ReceiptDetail id={id} standing={standing} isOwn={isOwn} />
          <MessageActs id={id} standing={standing} onDone={detail.close} />
        </div>
      )}
    </>
  )
}

/** For a message without a reply, the time it was read, if known. */
function timeOf({ state, stateAt, expectsReply, steps }: MessageStatus, isOwn: boolean): number | null {
  if (state !== 'answered' || expectsReply || isOwn) return stateAt
  return steps.find((step) => step.state === 'read')?.at ?? null
}

/** Shown beside its words. */
export function ReceiptSign({ of }: { readonly of: ReceiptState['sign'] }) {
  return (
    <svg className={classes('no-shrink muted', css.seen)} viewBox="0 0 10 10" aria-hidden="true">
      {of === 'x' ? <path d="m2 2 6 6M8 2 2 8" /> : <circle cx="5" cy="5" r="4" />}
      {of === 'half' && <path className={css.filled} d="M5 1a4 4 0 0 0 0 8z" />}
      {of === 'disc' && <circle className={css.filled} cx="5" cy="5" r="4" />}
    </svg>
  )
}

const stepWords: Readonly<Record<MessageState, string>> = {
  queued: 'Queued',
  held: 'Held',
  written: 'Written to its program',
  read: 'Read',
  answered: 'Answered',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
  dropped: 'Discarded',
  undeliverable: 'Given up',
}

/**
 * The end of the turn that read a message is an answer only if one was asked for. If a rule answered, the
 * agent's turn comes after that, if the message was delivered anyway.
 */
export function wordsOfStep(
  step: StateChange,
  all: readonly StateChange[],
  isAsked: boolean,
  byRule: boolean,
): string {
  if (step.state !== 'answered') return stepWords[step.state]
  const isFirst = all.find(({ state }) => state === 'answered') === step
  if (byRule && isFirst) return 'Answered by your rule'
  return isAsked && !byRule ? stepWords.answered : 'Turn ended'
}

const aheadWords = { priority: 'by its priority', hand: 'moved by you' } as const

/** The steps and the current state, each state once. */
export function receiptSteps({
  steps,
  state,
  stateAt,
}: Pick<MessageStatus, 'steps' | 'state' | 'stateAt'>): readonly StateChange[] {
  const isTold = steps.at(-1)?.state === state
  return isTold || stateAt === null ? steps : [...steps, { state, at: stateAt }]
}

interface DetailProps {
  readonly id: MessageId
  readonly standing: MessageStatus
  readonly isOwn: boolean
}

function ReceiptDetail({ id, standing, isOwn }: DetailProps) {
  const { state, expectsReply, ahead, turn } = standing
  const known = useMessage(id)
  const why = becauseWords(standing, 'user')
  const ticket = useTicket(expectsReply ? id : null, state)
  const acceptedAt = standing.acceptedAt ?? known?.acceptedAt ?? null
  const expiresAt = ticket?.expiresAt ?? null
  const priority: Priority | null = standing.priority ?? known?.priority ?? null
  const isOpen =
    expectsReply && (state === 'queued' || state === 'held' || state === 'written' || state === 'read')
  const steps = receiptSteps(standing).filter((step) => step.state !== 'queued' || step.at !== acceptedAt)
  const byRule = ticket?.reply?.byRule ?? false
  const hasTurn = turn !== null && state === 'answered' && expectsReply
  const status =
    standing.reason?.kind === 'unanswered'
      ? why
      : receiptOf({ ...standing, reply: ticket?.reply, isOwn }).words
  return (
    <dl>
      <Fact name="Status">
        <SafeText text={status} />
      </Fact>
      {acceptedAt !== null && <Fact name="Accepted">{fullTime(acceptedAt)}</Fact>}
      {steps.map((step) => (
        <Fact key={`${step.state} ${step.at}`} name={wordsOfStep(step, steps, expectsReply || isOwn, byRule)}>
          {fullTime(step.at)}
        </Fact>
      ))}
      {hasTurn && <Fact name="In turn">{turn}</Fact>}
      {!status.includes(why) && (
        <Fact name="Reason">
          <SafeText text={why} />
        </Fact>
      )}
      {priority !== null && !isOwn && <Fact name="Priority">{priority}</Fact>}
      {ahead !== null && <Fact name="Went ahead">of what came before it, {aheadWords[ahead]}</Fact>}
      {isOpen && expiresAt !== null && <Fact name="Expires">{fullTime(expiresAt)}</Fact>}
    </dl>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="faint">{name}</dt>
      <dd className="num break-anywhere">{children}</dd>
    </>
  )
}
