import type { ReactNode } from 'react'
import { becauseWords } from '../../../main/contract/mail/message-words.ts'
import type { MessageId } from '../../../main/contract/api/model.ts'
import type { MessageState } from '../../../main/contract/mail/messages.ts'
import type { Priority } from '../../../main/contract/mail/priorities.ts'
import { fullTime } from '../../components/duration.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { useKnown, useTicket } from '../../state/mail.ts'
import type { Step } from '../../state/logs.ts'
import { receiptOf } from './receipt.ts'
import type { Standing } from './standing.ts'

const stepWords: Readonly<Record<MessageState, string>> = {
  queued: 'Queued',
  held: 'Held',
  written: 'Written to its program',
  read: 'Read',
  answered: 'Answered',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
  dropped: 'Dropped',
  undeliverable: 'Given up',
}

/**
 * The end of the turn that read it is an answer only to who asked; where a rule answered, the agent's turn comes after
 * that, if the message was handed over to it.
 */
export function wordsOfStep(step: Step, all: readonly Step[], isAsked: boolean, byRule: boolean): string {
  if (step.state !== 'answered') return stepWords[step.state]
  const isFirst = all.find(({ state }) => state === 'answered') === step
  if (byRule && isFirst) return 'Answered by your rule'
  return isAsked && !byRule ? stepWords.answered : 'Turn ended'
}

const aheadWords = { priority: 'by its priority', hand: 'by your hand' } as const

/** The steps of a message with what else is known of the last one; each state once. */
export function stepsOf({
  steps,
  state,
  stateAt,
}: Pick<Standing, 'steps' | 'state' | 'stateAt'>): readonly Step[] {
  const isTold = steps.at(-1)?.state === state
  return isTold || stateAt === null ? steps : [...steps, { state, at: stateAt }]
}

interface DetailProps {
  readonly id: MessageId
  readonly standing: Standing
  /** The message is the person's. */
  readonly isOwn: boolean
}

/** Everything that is known of a message's way: its times, its reason, its priority, and when it expires. */
export function ReceiptDetail({ id, standing, isOwn }: DetailProps) {
  const { state, expectsReply, ahead, turn } = standing
  const known = useKnown(id)
  const why = becauseWords(standing, 'person')
  const ticket = useTicket(expectsReply ? id : null, state)
  const acceptedAt = standing.acceptedAt ?? known?.acceptedAt ?? null
  const expiresAt = ticket?.expiresAt ?? null
  const priority: Priority | null = standing.priority ?? known?.priority ?? null
  const isOpen =
    expectsReply && (state === 'queued' || state === 'held' || state === 'written' || state === 'read')
  const steps = stepsOf(standing).filter((step) => step.state !== 'queued' || step.at !== acceptedAt)
  const byRule = ticket?.reply?.byRule ?? false
  const hasTurn = turn !== null && state === 'answered' && expectsReply
  return (
    <dl>
      <Fact name="Now">
        <SafeText text={receiptOf({ ...standing, reply: ticket?.reply, isOwn }).words} />
      </Fact>
      {acceptedAt !== null && <Fact name="Accepted">{fullTime(acceptedAt)}</Fact>}
      {steps.map((step) => (
        <Fact key={`${step.state} ${step.at}`} name={wordsOfStep(step, steps, expectsReply || isOwn, byRule)}>
          {fullTime(step.at)}
        </Fact>
      ))}
      {hasTurn && <Fact name="In turn">{turn}</Fact>}
      {why !== '' && (
        <Fact name="Because">
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
