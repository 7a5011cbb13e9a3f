import { useState } from 'react'
import type { AgentId, MessageId } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import type { PendingView } from '../../../main/contract/mail/mail-views.ts'
import { FaceView, useFace } from '../../entities/agent/avatar.tsx'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { doMail, readMail } from '../../entities/message/mail-acts.ts'
import { StandingNow } from './mail-row.tsx'
import { PrioritySign, TicketSign } from '../../entities/message/mail-signs.tsx'
import { askingOf } from '../../entities/message/mail-sections.ts'
import { firstWords } from '../../entities/message/mail-words.ts'
import { classes } from '../../components/classes.ts'
import css from './mailbox.module.css'

/** One quiet line about what came while the person writes or converses: one message at a time. */
export function Banner({ agent }: { readonly agent: AgentView }) {
  const [dismissed, setDismissed] = useState<ReadonlySet<MessageId>>(new Set())
  /** What a card has asked about needs no second word, also after Later. */
  const fresh = askingOf(agent.pending).filter((one) => !dismissed.has(one.id))
  if (fresh.length > 0) setDismissed(new Set([...dismissed, ...fresh.map((one) => one.id)]))
  const told = agent.pending.filter(
    (one) => one.banner && one.card === null && one.state !== 'held' && !dismissed.has(one.id),
  )
  const [message] = told
  if (!message) return null
  return (
    <BannerLine
      agent={agent.id}
      message={message}
      more={told.length - 1}
      onDismiss={() => setDismissed(new Set([...dismissed, message.id]))}
    />
  )
}

interface BannerLineProps {
  readonly agent: AgentId
  readonly message: PendingView
  readonly more: number
  readonly onDismiss: () => void
}

function BannerLine({ agent, message, more, onDismiss }: BannerLineProps) {
  const face = useFace(message.from, message.fromName)
  const about = `message from ${visible(message.fromName)}`
  return (
    <div
      className={classes('row', css.mailBanner)}
      role="group"
      aria-label={`New ${about}`}
      data-hue={face.hue}
    >
      <Icon name="in" className="faint" />
      <FaceView face={face} size="sm" />
      <span className="clip grow">
        <Name name={message.fromName} pigment /> <PrioritySign of={message.priority} />{' '}
        {message.expectsReply && <TicketSign />} <SafeText text={firstWords(message.preview)} />
      </span>
      {more > 0 && <span className="num muted no-shrink">{more} more</span>}
      <button
        type="button"
        className="btn ghost"
        aria-label={`Read: ${about}`}
        onClick={() => readMail(message)}
      >
        Read
      </button>
      {message.state === 'queued' ? (
        <button
          type="button"
          className="btn ghost"
          aria-label={`Handle now: ${about}`}
          onClick={() => doMail(agent, message, 'now')}
        >
          Handle now
        </button>
      ) : (
        <StandingNow message={message} />
      )}
      <button
        type="button"
        className="btn ghost icon"
        aria-label={`Dismiss the line about the ${about}; it still waits`}
        title="Dismiss; it still waits"
        onClick={onDismiss}
      >
        <Icon name="x" />
      </button>
    </div>
  )
}
