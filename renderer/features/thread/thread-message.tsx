import { useState } from 'react'
import type { MessageReport } from '../../../main/contract/mail-views.ts'
import type { AgentId, MessageId } from '../../../main/contract/model.ts'
import { FaceView } from '../../components/avatar.tsx'
import { clockTime, msOf } from '../../components/duration.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Markdown } from '../../components/markdown/markdown.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { AtIso } from '../../components/time.tsx'
import { useTicket } from '../../mail.ts'
import { MessageWay } from '../agent/message-acts.tsx'
import { Receipt } from '../agent/receipt-view.tsx'
import { useStanding } from '../agent/standing.ts'
import { firstLine } from '../agent/tool-words.ts'
import { goToMessage } from './go-to-message.ts'
import { senderName, useAgentNamed, useSender } from './named.ts'

/** Words beyond this do not show in six lines, and are not laid out. */
const previewLength = 1_200
/** What is longer than this is folded. */
const shortLength = 480

interface ThreadMessageProps {
  readonly message: MessageReport
  /** What it answers or goes on from, where that is held. */
  readonly question: MessageReport | null
  /** From 1. */
  readonly place: number
  /** How many there are; -1 where that is not known yet. */
  readonly count: number
  readonly isWanted: boolean
  readonly onClose: () => void
}

/** One message of a conversation: who to whom, what it is, its words, what became of it, and the way to its row. */
export function ThreadMessage({ message, question, place, count, isWanted, onClose }: ThreadMessageProps) {
  const { name, face, isPerson } = useSender(message.from)
  const receiver = useAgentNamed(message.to)
  const standing = useStanding(message.id)
  const wasRead = ['read', 'answered'].includes(standing?.state ?? message.state)
  return (
    <article
      className="thread-message"
      data-hue={face.hue}
      data-message={message.id}
      aria-label={visible(labelOf(message))}
      aria-posinset={place}
      aria-setsize={count}
      aria-current={isWanted || undefined}
      tabIndex={0}
    >
      <header>
        <FaceView face={face} size="sm" />
        <span className="clip">
          <Name name={name} pigment /> to <Name name={message.to} />
        </span>
        <Marks message={message} />
        <span className="grow" />
        <AtIso iso={message.acceptedAt} />
      </header>
      {question && <Question message={message} question={question} />}
      <Words message={message} />
      <div className="fate">
        <Receipt id={message.id} isOwn={isPerson} />
        {standing && <MessageWay id={message.id} standing={standing} onDone={() => undefined} />}
        <span className="grow" />
        {receiver && wasRead && <GoTo agent={receiver} id={message.id} to={message.to} onClose={onClose} />}
      </div>
      <LooseAnswer message={message} />
    </article>
  )
}

function labelOf(message: MessageReport): string {
  const kind = message.isReply ? ', an answer' : message.expectsReply ? ', asks for an answer' : ''
  const at = msOf(message.acceptedAt)
  return `${senderName(message.from)} to ${message.to}${kind}${at === null ? '' : `, ${clockTime(at)}`}`
}

/** What kind of message it is, where it is not a plain one. */
function Marks({ message }: { readonly message: MessageReport }) {
  const { isReply, expectsReply, priority, replyTo } = message
  const ticket = useTicket(isReply ? replyTo : null, 'answered')
  const isImplicit = ticket?.reply?.messageId === message.id && ticket.reply.implicit
  return (
    <>
      {expectsReply && <span className="chip">asks</span>}
      {isReply && <span className="chip">answer</span>}
      {isImplicit && (
        <span
          className="chip"
          title="The agent did not answer by itself: these are the last words of its turn"
        >
          its final text
        </span>
      )}
      {priority !== 'normal' && <span className="chip">{priority}</span>}
    </>
  )
}

interface QuestionProps {
  readonly message: MessageReport
  readonly question: MessageReport
}

function Question({ message, question }: QuestionProps) {
  return (
    <p className="quoted-question">
      <span>{message.isReply ? 'to' : 'goes on from'}</span>
      <button
        type="button"
        className="clip"
        onClick={(event) => focusMessage(event.currentTarget, question.id)}
      >
        “<SafeText text={firstLine(question.message)} />”
      </button>
    </p>
  )
}

function focusMessage(from: HTMLElement, id: MessageId) {
  const found = from.closest('.thread')?.querySelector<HTMLElement>(`[data-message="${id}"]`)
  found?.scrollIntoView({ block: 'center' })
  found?.focus({ preventScroll: true })
}

/** The words: at once when they are few, else folded. */
function Words({ message }: { readonly message: MessageReport }) {
  const [isOpen, setOpen] = useState(false)
  const text = message.message
  const isLong = text.length > shortLength || text.split('\n').length > 6
  return (
    <>
      {isOpen ? (
        <div className="said">
          <Markdown text={text} />
          {message.next !== null && <p className="muted">… and more: open it where it was read.</p>}
        </div>
      ) : (
        <p className="preview" dir="auto">
          <SafeText text={text.slice(0, previewLength)} />
        </p>
      )}
      {isLong && (
        <button
          type="button"
          className="btn ghost fold"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Fold' : 'Open'}
        </button>
      )}
    </>
  )
}

/** An answer that had no mailbox to go to stands under its question. */
function LooseAnswer({ message }: { readonly message: MessageReport }) {
  const standing = useStanding(message.expectsReply ? message.id : null)
  const isAnswered = standing?.state === 'answered'
  const ticket = useTicket(message.expectsReply && isAnswered ? message.id : null, 'answered')
  const reply = ticket?.reply
  if (!reply || reply.messageId !== null) return null
  return (
    <div className="answer">
      <p className="muted">
        <Name name={message.to} /> answered{reply.implicit && ' by its final text'} <AtIso iso={reply.at} />
      </p>
      <p className="preview" dir="auto">
        <SafeText text={reply.text.slice(0, previewLength)} />
      </p>
    </div>
  )
}

interface GoToProps {
  readonly agent: AgentId
  readonly id: MessageId
  readonly to: string
  readonly onClose: () => void
}

function GoTo({ agent, id, to, onClose }: GoToProps) {
  return (
    <button
      type="button"
      className="btn ghost"
      title={`Shows where ${visible(to)} read it`}
      onClick={() => {
        onClose()
        void goToMessage(agent, id)
      }}
    >
      <Icon name="eye" />
      Show in the tab
    </button>
  )
}
