import { useState, type RefObject } from 'react'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { HeldList } from './held-list.tsx'
import { MailList } from './mail-list.tsx'
import { hasMail, mailSections, askingOf } from '../../entities/message/mail-sections.ts'
import { firstWords } from '../../entities/message/mail-words.ts'
import { countsAsWaiting, type OwedView, type PendingView } from '../../../main/contract/mail/mail-views.ts'
import { messageReasonWords } from '../../../main/contract/mail/message-words.ts'
import { FaceView, useFace } from '../../entities/agent/avatar.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import { fullTime } from '../../components/duration.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { show, showLink } from '../../state/view-store.ts'
import { MessageWay } from '../../entities/message/message-acts.tsx'
import { ReceiptSign } from '../../entities/message/receipt-view.tsx'
import { readMail, doMail } from '../../entities/message/mail-acts.ts'
import { TicketSign, PrioritySign } from '../../entities/message/mail-signs.tsx'
import { classes } from '../../components/classes.ts'
import type { LinkId } from '../../../main/contract/links/links.ts'
import { useMirror } from '../../state/store.ts'
import { linkNames } from '../../entities/link/link-words.ts'
import { CollapseButton, MailRow, StandingNow } from './mail-row.tsx'
import { useStillHand } from '../../components/use-still-hand.ts'
import { MailCards } from './mail-card.tsx'
import type { AgentId, MessageId } from '../../../main/contract/api/model.ts'
import css from './mailbox.module.css'

interface ComposerTopProps {
  readonly agent: AgentView
  readonly input: RefObject<HTMLTextAreaElement | null>
  /** Moves the focus away from the card, which is gone. */
  readonly onAnswered: () => void
}

export function ComposerTop({ agent, input, onAnswered }: ComposerTopProps) {
  const handlers = useStillHand(agent.pending)
  if (!hasMail(agent)) return null
  return (
    <div className={css.shoulders} {...handlers}>
      <MailCards agent={agent} onAnswered={onAnswered} />
      <Banner agent={agent} />
      <Mailbox agent={agent} input={input} />
    </div>
  )
}

function Mailbox({ agent, input }: Omit<ComposerTopProps, 'onAnswered'>) {
  const { held, kept, notes, queue } = mailSections(agent.pending)
  const count = [...notes, ...queue.map(({ message }) => message)].filter(countsAsWaiting).length
  const isWaiting = notes.length + queue.length > 0
  return (
    <section className={css.queue} aria-label="Waiting messages">
      {held.length > 0 && <HeldList agent={agent} held={held} />}
      {agent.owed.length > 0 && (
        <>
          <h2>
            <span className="grow">Read, not answered yet</span>
            {agent.owed.length > 1 && <span className="num">{agent.owed.length}</span>}
          </h2>
          <ul>
            {agent.owed.map((ticket) => (
              <OwedRow key={ticket.id} ticket={ticket} />
            ))}
          </ul>
        </>
      )}
      {kept.length > 0 && <KeptRows kept={kept} />}
      {isWaiting && (
        <>
          <h2>
            <span className="grow">Not read yet</span>
            {count > 1 && <span className="num">{count}</span>}
          </h2>
          <MailList agent={agent.id} notes={notes} queue={queue} input={input} />
        </>
      )}
    </section>
  )
}

/** A ticket that the agent has read and must still answer. */
function OwedRow({ ticket }: { readonly ticket: OwedView }) {
  const face = useFace(ticket.from, ticket.fromName)
  const label = `View message from ${visible(ticket.fromName)}`
  const words = [
    ticket.turn === null ? 'read' : `read in turn ${ticket.turn}`,
    ticket.reminded ? 'nudged' : messageReasonWords(ticket.reason, 'user'),
  ]
  const asked = `Asked ${fullTime(ticket.acceptedAt)}, expires ${fullTime(ticket.expiresAt)}`
  return (
    <li data-hue={face.hue}>
      <span className={classes('no-shrink', css.grip, css.none)} />
      <span className={classes('no-shrink', css.place)} />
      <FaceView face={face} size="sm" />
      <span className={classes('clip', css.words)}>
        <Name name={ticket.fromName} pigment /> <TicketSign /> <SafeText text={firstWords(ticket.preview)} />
      </span>
      <span className={classes('inline-row gap-3 muted', css.standing)} title={asked}>
        <ReceiptSign of="disc" />
        <SafeText as="span" className="clip" text={words.filter((part) => part !== '').join(', ')} />
      </span>
      <span className={classes('inline-row gap-1 no-shrink', css.toolsOf)}>
        <IconButton icon="eye" aria-label={label} data-help={label} onClick={() => readMail(ticket)} />
        <IconButton
          icon="talk"
          aria-label={`Show the conversation with ${visible(ticket.fromName)}`}
          data-help={`Show the conversation with ${visible(ticket.fromName)}`}
          onClick={() => show({ kind: 'thread', message: ticket.id })}
        />
        <MessageWay
          id={ticket.id}
          standing={{ state: 'read', expectsReply: true, reason: ticket.reason }}
          onDone={() => undefined}
        />
      </span>
    </li>
  )
}

/** Messages that paused links keep back, one row per link; resuming the link releases them. */
function KeptRows({ kept }: { readonly kept: readonly PendingView[] }) {
  const links = [...new Set(kept.flatMap((one) => one.crossed?.link ?? []))]
  return (
    <ul data-part="kept-back">
      {links.map((link) => (
        <KeptLine key={link} link={link} messages={kept.filter((one) => one.crossed?.link === link)} />
      ))}
    </ul>
  )
}

interface KeptLineProps {
  readonly link: LinkId
  readonly messages: readonly PendingView[]
}

function KeptLine({ link, messages }: KeptLineProps) {
  const [isExpanded, setExpanded] = useState(false)
  const known = useMirror((now) => now.links[link])
  const names = useMirror((now) => (known ? linkNames(known, now.agents) : 'a link'))
  return (
    <>
      <li className={css.collapse} data-part="collapse">
        <CollapseButton isOpen={isExpanded} onTurn={setExpanded}>
          <span className="clip">
            {messages.length} held for the link <SafeText text={names} />
          </span>
        </CollapseButton>
        {known && (
          <Button variant="ghost" onClick={() => showLink(link)}>
            Show link
          </Button>
        )}
      </li>
      {isExpanded &&
        messages.map((message) => (
          <MailRow key={message.id} message={message} place={null} isCurrent onDo={readMail} />
        ))}
    </>
  )
}

function Banner({ agent }: { readonly agent: AgentView }) {
  const [dismissed, setDismissed] = useState<ReadonlySet<MessageId>>(new Set())
  /** Messages that a card has asked about get no banner, also after Later. */
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
      <Button variant="ghost" aria-label={`View: ${about}`} onClick={() => readMail(message)}>
        View
      </Button>
      {message.state === 'queued' ? (
        <Button
          variant="ghost"
          aria-label={`Deliver now: ${about}`}
          onClick={() => doMail(agent, message, 'now')}
        >
          Deliver now
        </Button>
      ) : (
        <StandingNow message={message} />
      )}
      <IconButton
        icon="x"
        aria-label={`Dismiss the line about the ${about}; it still waits`}
        title="Dismiss; it still waits"
        onClick={onDismiss}
      />
    </div>
  )
}
