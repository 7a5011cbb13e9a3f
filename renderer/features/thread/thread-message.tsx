import { Attached } from '../../entities/attachment/attached.tsx'
import type { ThreadRow } from '../../../main/contract/mail/mail-views.ts'
import { usualPriority } from '../../../main/contract/mail/priorities.ts'
import { useState } from 'react'
import type { MessageId } from '../../../main/contract/api/model.ts'
import { FaceView } from '../../entities/agent/avatar.tsx'
import { Button } from '../../components/button.tsx'
import { clockTime } from '../../components/duration.ts'
import { quoteAttributes } from '../../components/said-by.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Markdown } from '../../components/markdown/markdown.tsx'
import { plainForm } from '../../entities/message/plain-form.ts'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import type { Quote } from '../../state/quote.ts'
import { QuoteButton } from '../../entities/message/quote-button.tsx'
import { useTicket } from '../../state/mail.ts'
import { useMirror } from '../../state/store.ts'
import { MessageWay } from '../../entities/message/message-acts.tsx'
import { Receipt } from '../../entities/message/receipt-view.tsx'
import { useStanding } from '../../entities/message/standing.ts'
import { firstLineOf } from '../../../main/contract/agents/tool-calls.ts'
import { goToMessage } from '../../entities/message/go-to-message.ts'
import { nameOf, useSender } from '../../entities/agent/named.ts'
import { classes } from '../../components/classes.ts'
import css from './thread.module.css'

/** Characters; more would not show in six lines. */
const previewLength = 1_200
/** Characters; a longer message is collapsed. */
const shortLength = 480

interface ThreadMessageProps {
  readonly message: ThreadRow
  /** The message it replies to or continues, if loaded. */
  readonly question: ThreadRow | null
  readonly count: number
  readonly isWanted: boolean
  readonly onClose: () => void
}

export function ThreadMessage({ message, question, count, isWanted, onClose }: ThreadMessageProps) {
  const { name, face, isUser } = useSender(message)
  const isHere = useMirror((now) => message.to in now.agents)
  const standing = useStanding(message.id)
  const wasRead = ['read', 'answered'].includes(standing?.state ?? message.state)
  return (
    <article
      className={css.threadMessage}
      data-part="thread-message"
      data-hue={face.hue}
      data-message={message.id}
      {...quoteAttributes(name, message.from.kind === 'agent' ? message.from.id : null, message.acceptedAt)}
      aria-label={visible(labelOf(message))}
      aria-posinset={message.n}
      aria-setsize={count}
      aria-current={isWanted || undefined}
      tabIndex={0}
    >
      <header className="row wrap row-gap-2 small faint">
        <FaceView face={face} size="sm" />
        <span className="clip">
          <Name name={name} pigment /> to <Name name={message.toName} />
        </span>
        <Marks message={message} />
        <span className="grow" />
        <At at={message.acceptedAt} />
      </header>
      {question && <Question message={message} question={question} />}
      <Words message={message} />
      <Attached attachments={message.attachments} />
      <div className={classes('row wrap row-gap-2 small faint', css.fate)}>
        <Receipt id={message.id} isOwn={isUser} />
        {standing && <MessageWay id={message.id} standing={standing} onDone={() => undefined} />}
        <span className="grow" />
        <QuoteButton quote={quoteOf(message, name)} />
        {isHere && wasRead && <GoTo message={message} onClose={onClose} />}
      </div>
      <LooseAnswer message={message} />
    </article>
  )
}

const quoteOf = ({ id, from, text, acceptedAt }: ThreadRow, by: string): Quote => ({
  words: text,
  by,
  at: acceptedAt,
  message: id,
  agent: from.kind === 'agent' ? from.id : null,
})

function labelOf(message: ThreadRow): string {
  const kind = message.isReply ? ', an answer' : message.expectsReply ? ', asks for an answer' : ''
  return `${nameOf(message)} to ${message.toName}${kind}, ${clockTime(message.acceptedAt)}`
}

function Marks({ message }: { readonly message: ThreadRow }) {
  const { isReply, expectsReply, priority, replyTo } = message
  const ticket = useTicket(isReply ? replyTo : null, 'answered')
  const isImplicit = ticket?.reply?.messageId === message.id && ticket.reply.implicit
  return (
    <>
      {expectsReply && <span className="chip">asks</span>}
      {isReply && <span className="chip">answer</span>}
      {isImplicit && (
        <span className="chip" title="The agent sent no reply: these are the last words of its turn">
          its final text
        </span>
      )}
      {priority !== usualPriority.others && <span className="chip">{priority}</span>}
    </>
  )
}

function Question({ message, question }: { readonly message: ThreadRow; readonly question: ThreadRow }) {
  return (
    <p className="quoted-question">
      <span>{message.isReply ? 'to' : 'follows up on'}</span>
      <button
        type="button"
        className="clip"
        onClick={(event) => focusMessage(event.currentTarget, question.id)}
      >
        “<SafeText text={firstLineOf(question.text)} />”
      </button>
    </p>
  )
}

function focusMessage(from: HTMLElement, id: MessageId) {
  const found = from.closest('[data-part=thread]')?.querySelector<HTMLElement>(`[data-message="${id}"]`)
  found?.scrollIntoView({ block: 'center' })
  found?.focus({ preventScroll: true })
}

function Words({ message }: { readonly message: ThreadRow }) {
  const [isOpen, setOpen] = useState(false)
  const text = message.from.kind === 'system' ? plainForm(message.text) : message.text
  const isLong = text.length > shortLength || text.split('\n').length > 6
  return (
    <>
      {isOpen ? (
        <div className="prose">
          <Markdown text={text} />
          {message.next !== null && <p className="muted">… and more: open it where it was read.</p>}
        </div>
      ) : (
        <SafeText as="p" className={css.preview} dir="auto" text={text.slice(0, previewLength)} />
      )}
      {isLong && (
        <Button
          variant="ghost"
          className={css.collapse}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Collapse' : 'Expand'}
        </Button>
      )}
    </>
  )
}

/** A reply without a mailbox to go to is shown below its question. */
function LooseAnswer({ message }: { readonly message: ThreadRow }) {
  const standing = useStanding(message.expectsReply ? message.id : null)
  const isAnswered = standing?.state === 'answered'
  const ticket = useTicket(message.expectsReply && isAnswered ? message.id : null, 'answered')
  const reply = ticket?.reply
  if (!reply || reply.messageId !== null) return null
  return (
    <div className={css.answer}>
      <p className="muted">
        <Name name={message.toName} /> answered{reply.implicit && ' by its final text'} <At at={reply.at} />
      </p>
      <SafeText as="p" className={css.preview} dir="auto" text={reply.text.slice(0, previewLength)} />
    </div>
  )
}

interface GoToProps {
  readonly message: ThreadRow
  readonly onClose: () => void
}

function GoTo({ message: { id, to, toName }, onClose }: GoToProps) {
  return (
    <Button
      variant="ghost"
      title={`Shows where ${visible(toName)} read it`}
      onClick={() => {
        onClose()
        void goToMessage(to, id)
      }}
    >
      <Icon name="eye" />
      Show in the tab
    </Button>
  )
}
