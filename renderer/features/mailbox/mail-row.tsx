import { memo, useLayoutEffect, useRef, type ReactNode } from 'react'
import { usualPriority, wakes } from '../../../main/contract/mail/priorities.ts'
import type { PendingView } from '../../../main/contract/mail/mail-views.ts'
import { FaceView, useFace } from '../../entities/agent/avatar.tsx'
import { IconButton } from '../../components/button.tsx'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import type { IconName } from '../../components/sprite.tsx'
import { ReceiptSign } from '../../entities/message/receipt-view.tsx'
import { AttachedSign } from '../../entities/attachment/attached-sign.tsx'
import { readMail } from '../../entities/message/mail-acts.ts'
import { passFocus } from '../../components/focus.ts'
import { PrioritySign, TicketSign } from '../../entities/message/mail-signs.tsx'
import { nextPriority, waysOf, type MoveRoom, type Way } from '../../entities/message/mail-order.ts'
import { firstWords, waitingStatus, withoutIds } from '../../entities/message/mail-words.ts'
import { classes } from '../../components/classes.ts'
import css from './mailbox.module.css'

interface MailRowProps {
  readonly message: PendingView
  readonly place: number | null
  readonly room?: MoveRoom
  /** Its buttons are in the tab order; arrow keys lead to those of other rows. */
  readonly isCurrent: boolean
  readonly drop?: 'before' | 'after' | null
  readonly isLifted?: boolean
  /** What it waits for is shown above it already. */
  readonly isSaid?: boolean
  readonly onDo: (message: PendingView, way: Way) => void
}

export const MailRow = memo(function MailRow(props: MailRowProps) {
  const { message, place, room = 'none', isCurrent, drop, isLifted, isSaid, onDo } = props
  const face = useFace(message.from, message.fromName)
  const row = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    const here = row.current
    return () => passFocus(here)
  }, [])
  const ways = waysOf(message, room)
  const isMovable = ways.includes('up') || ways.includes('down')
  const words = message.from.kind === 'system' ? withoutIds(message.preview) : message.preview
  const isPlain = message.from.kind === 'user' && message.priority === usualPriority.user
  const tab = isCurrent ? 0 : -1
  return (
    <li
      ref={row}
      data-hue={face.hue}
      data-mail={message.id}
      className={isLifted ? css.lifted : undefined}
      data-drop={drop ?? undefined}
    >
      <span
        className={classes('no-shrink faint', css.grip, !isMovable && css.none)}
        data-part={isMovable ? 'grip' : undefined}
        aria-hidden="true"
      >
        {isMovable && <Icon name="grip" />}
      </span>
      <span className={classes('num no-shrink faint', css.place)} aria-hidden="true">
        {place}
      </span>
      <FaceView face={face} size="sm" />
      <button
        type="button"
        className={css.words}
        data-way="words"
        tabIndex={tab}
        onClick={() => readMail(message)}
      >
        <span className="clip">
          <span className="vh">View message from </span>
          <Name name={message.fromName} pigment />
          <span className="vh">{place === null ? ', ' : `, number ${place}, `}</span>{' '}
          {isPlain ? <span className="vh">{message.priority} </span> : <PrioritySign of={message.priority} />}{' '}
          {message.expectsReply && <TicketSign />} <AttachedSign of={message.attachments} />{' '}
          <SafeText text={firstWords(words)} />
          <span className="vh">
            , <SafeText text={waitingStatus(message).words} />
          </span>
        </span>
      </button>
      {!isSaid && <StandingNow message={message} />}
      <span className={classes('inline-row gap-1 no-shrink', css.toolsOf)}>
        {ways.map((way) => (
          <WayButton key={way} way={way} message={message} tab={tab} onDo={onDo} />
        ))}
      </span>
    </li>
  )
})

export function StandingNow({ message }: { readonly message: PendingView }) {
  const { sign, words, brief } = waitingStatus(message)
  if (words === '') return null
  return (
    <span className={classes('inline-row gap-3 muted', css.standing)} title={visible(words)}>
      <ReceiptSign of={sign} />
      <SafeText as="span" className="clip" text={brief} />
    </span>
  )
}

const icons: Readonly<Record<Way, IconName>> = {
  edit: 'edit',
  read: 'eye',
  up: 'up',
  down: 'down',
  now: 'now',
  withdraw: 'trash',
}

function labelOf(way: Way, message: PendingView): string {
  const about = `message from ${visible(message.fromName)}`
  const isOwn = message.from.kind === 'user'
  switch (way) {
    case 'edit':
      return `Edit ${about}: take it back into the composer`
    case 'read':
      return `View ${about}`
    case 'up':
      if (isOwn) return `Move ${about} up: read before the one above`
      return `Promote ${about} to ${nextPriority(message, 'up') ?? ''}`
    case 'down': {
      if (isOwn) return `Move ${about} down: read after the one below`
      const next = nextPriority(message, 'down')
      return `Demote ${about} to ${next ?? ''}${next && !wakes(next) ? ': sent with the next prompt' : ''}`
    }
    case 'now':
      return `Send ${about} now`
    case 'withdraw':
      return `${isOwn ? 'Withdraw' : 'Discard'} ${about}`
  }
}

interface WayButtonProps {
  readonly way: Way
  readonly message: PendingView
  readonly tab: 0 | -1
  readonly onDo: MailRowProps['onDo']
}

function WayButton({ way, message, tab, onDo }: WayButtonProps) {
  const label = labelOf(way, message)
  return (
    <IconButton
      icon={icons[way]}
      data-way={way}
      tabIndex={tab}
      aria-label={label}
      data-help={label}
      onClick={() => onDo(message, way)}
    />
  )
}

interface CollapseProps {
  readonly isOpen: boolean
  readonly onTurn: (isOpen: boolean) => void
  readonly children: ReactNode
}

/** A button whose text also describes what it expands. */
export function CollapseButton({ isOpen, onTurn, children }: CollapseProps) {
  return (
    <button type="button" className={css.words} aria-expanded={isOpen} onClick={() => onTurn(!isOpen)}>
      <Icon name={isOpen ? 'down' : 'right'} />
      {children}
    </button>
  )
}
