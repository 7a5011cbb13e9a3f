import type { OwedView } from '../../../main/contract/mail/mail-views.ts'
import { messageReasonWords } from '../../../main/contract/mail/message-words.ts'
import { FaceView, useFace } from '../../entities/agent/avatar.tsx'
import { fullTime } from '../../components/duration.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { show } from '../../state/view-store.ts'
import { MessageWay } from '../../entities/message/message-acts.tsx'
import { ReceiptSign } from '../../entities/message/receipt-view.tsx'
import { readMail } from '../../entities/message/mail-acts.ts'
import { TicketSign } from '../../entities/message/mail-signs.tsx'
import { firstWords } from '../../entities/message/mail-words.ts'
import { classes } from '../../components/classes.ts'
import css from './mailbox.module.css'

/** A ticket that the agent has read and owes an answer to. */
export function OwedRow({ ticket }: { readonly ticket: OwedView }) {
  const face = useFace(ticket.from, ticket.fromName)
  const label = `Read message from ${visible(ticket.fromName)}`
  const words = [
    ticket.turn === null ? 'read' : `read in turn ${ticket.turn}`,
    ticket.reminded ? 'asked once more' : messageReasonWords(ticket.reason, 'person'),
  ]
  const asked = `Asked ${fullTime(ticket.acceptedAt)}, expires ${fullTime(ticket.expiresAt)}`
  return (
    <li data-hue={face.hue}>
      <span className={classes(css.grip, css.none)} />
      <span className={css.place} />
      <FaceView face={face} size="sm" />
      <span className={classes('clip', css.words)}>
        <Name name={ticket.fromName} pigment /> <TicketSign /> <SafeText text={firstWords(ticket.preview)} />
      </span>
      <span className={css.standing} title={asked}>
        <ReceiptSign of="disc" />
        <span className="clip">
          <SafeText text={words.filter((part) => part !== '').join(', ')} />
        </span>
      </span>
      <span className={css.toolsOf}>
        <button
          type="button"
          className="btn ghost icon"
          aria-label={label}
          data-help={label}
          onClick={() => readMail(ticket)}
        >
          <Icon name="eye" />
        </button>
        <button
          type="button"
          className="btn ghost icon"
          aria-label={`Show the conversation with ${visible(ticket.fromName)}`}
          data-help={`Show the conversation with ${visible(ticket.fromName)}`}
          onClick={() => show({ kind: 'thread', message: ticket.id })}
        >
          <Icon name="talk" />
        </button>
        <MessageWay
          id={ticket.id}
          standing={{ state: 'read', expectsReply: true, reason: ticket.reason }}
          onDone={() => undefined}
        />
      </span>
    </li>
  )
}
