import { useState, useLayoutEffect, useRef } from 'react'
import type { PendingView } from '../../../main/contract/mail/mail-views.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import type { Hold } from '../../../main/contract/mail/messages.ts'
import { act } from '../../state/act.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { Sign } from '../../components/icon.tsx'
import { useView, show } from '../../state/view-store.ts'
import { holdWays, type HoldWays } from '../../entities/message/mail-order.ts'
import { classes } from '../../components/classes.ts'
import { becauseWords } from '../../../main/contract/mail/message-words.ts'
import { upperFirst } from '../../entities/agent/agent-state.ts'
import { FaceView, useFace } from '../../entities/agent/avatar.tsx'
import { visible } from '../../components/hygiene.ts'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { readMail, withdrawMail } from '../../entities/message/mail-acts.ts'
import { passFocus } from '../../components/focus.ts'
import { PrioritySign, TicketSign } from '../../entities/message/mail-signs.tsx'
import { firstWords } from '../../entities/message/mail-words.ts'
import { CollapseButton } from './mail-row.tsx'
import { useSent } from '../../state/use-sent.ts'
import css from './mailbox.module.css'

interface HeldListProps {
  readonly agent: AgentView
  readonly held: readonly PendingView[]
}

/** More than this collapse into one line, so that they never hide the queue. */
const few = 2

/** Messages that need the user's decision. Expands when one is opened from the tray or by a key. */
export function HeldList({ agent, held }: HeldListProps) {
  const [isExpanded, setExpanded] = useState(false)
  const called = useView((now) => (now.call?.agent === agent.id ? now.call.card : null))
  if (!isExpanded && called !== null && held.some((one) => one.id === called)) setExpanded(true)
  const collapses = held.length > few
  return (
    <>
      <h2 className={collapses ? css.collapse : undefined} data-part={collapses ? 'collapse' : undefined}>
        {collapses ? (
          <CollapseButton isOpen={isExpanded} onTurn={setExpanded}>
            {held.length} held messages
          </CollapseButton>
        ) : (
          <span className="grow">Held</span>
        )}
        {!collapses && held.length > 1 && <span className="num">{held.length}</span>}
      </h2>
      {kindsOf(held, agent.name)
        // The user's own messages can be sent with one click, collapsed or not.
        .filter(({ key }) => isExpanded || !collapses || key === 'interrupted')
        .map((kind) => (
          <KindActs key={kind.key} kind={kind} />
        ))}
      {(isExpanded || !collapses) && (
        <ul>
          {held.map((message) => (
            <HeldRow key={message.id} agent={agent} message={message} />
          ))}
        </ul>
      )}
    </>
  )
}

function KindActs({ kind }: { readonly kind: HeldKind }) {
  const [isSent, setSent] = useState(false)
  const say = async (how: 'messages.release' | HoldWays['end']['by']) => {
    setSent(true)
    for (const { id } of kind.messages) if (!(await act(how, { id }))) break
    setSent(false)
  }
  return (
    <div className={classes('row wrap row-gap-2 muted', css.heldKind)}>
      <span className="grow">{kind.words}</span>
      <span className="acts">
        <Button disabled={isSent} onClick={() => void say('messages.release')}>
          {kind.release}
        </Button>
        <Button disabled={isSent} onClick={() => void say(kind.end.by)}>
          {kind.end.label}
        </Button>
      </span>
    </div>
  )
}

/** Messages held for the same reason, which can be answered together. */
interface HeldKind {
  readonly key: string
  readonly messages: readonly PendingView[]
  readonly words: string
  readonly release: string
  readonly end: HoldWays['end']
}

const why: Readonly<Record<Hold, string>> = {
  loop: 'held: possible loop',
  policy: 'need your approval',
  consent: 'from first-time senders',
  interrupted: 'from before you interrupted',
  paused: 'of a paused link',
  handler: 'held by your rules',
  answering: 'being answered by your rules',
  restored: 'from the backup',
}

/** Labels in which "all" is not the last word. */
const allAgain: Partial<Readonly<Record<Hold, string>>> = {
  interrupted: 'Send all',
  restored: 'Send all again',
  handler: 'Deliver all',
}

/** Reasons that hold more than one message. Consent is given per pair, so it is not included. */
export function kindsOf(held: readonly PendingView[], agent: string): readonly HeldKind[] {
  return (['loop', 'policy', 'handler', 'interrupted', 'restored'] as const).flatMap((hold) => {
    const messages = held.filter((one) => (one.hold ?? 'interrupted') === hold)
    if (messages.length < 2) return []
    const { release, end } = holdWays(hold, '', agent)
    return [
      {
        key: hold,
        messages,
        words: `${messages.length} messages ${why[hold]}`,
        release: allAgain[hold] ?? `${release} all`,
        end: { ...end, label: `${end.label} all` },
      },
    ]
  })
}

interface HeldRowProps {
  readonly agent: AgentView
  readonly message: PendingView
}

function HeldRow({ agent, message }: HeldRowProps) {
  const face = useFace(message.from, message.fromName)
  const row = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    const here = row.current
    return () => passFocus(here)
  }, [])
  const about = `message from ${visible(message.fromName)}`
  const isOwn = message.from.kind === 'user'
  return (
    <li
      ref={row}
      className={css.held}
      data-part="held"
      tabIndex={-1}
      data-hue={face.hue}
      data-mail={message.id}
    >
      <p className={classes('row', css.what)}>
        <FaceView face={face} size="sm" />
        <span className="clip grow">
          <Name name={message.fromName} pigment /> {!isOwn && <PrioritySign of={message.priority} />}{' '}
          {message.expectsReply && <TicketSign />} <SafeText text={firstWords(message.preview)} />
        </span>
        <IconButton
          icon="eye"
          aria-label={`View ${about}`}
          data-help={`View ${about}`}
          onClick={() => readMail(message)}
        />
      </p>
      <div className="row wrap gap-5 row-gap-3">
        <p className={classes('muted pretty break-anywhere', css.why)} id={`card-${message.id}`}>
          <span className="st needs">
            <Sign of="needs" />
            Held
          </span>
          <SafeText text={upperFirst(heldWords(message, agent.name))} />
        </p>
        <HeldActs agent={agent} message={message} about={about} />
      </div>
    </li>
  )
}

/** Held because nobody on the sender's machine has written to this agent before. */
const isFirstTimeSenders = ({ reason }: PendingView): boolean => reason?.kind === 'firstTimeSender'

/** Why it is held, or what a first-time sender asks for. */
const heldWords = (message: PendingView, agent: string): string =>
  isFirstTimeSenders(message)
    ? `${message.fromName} wants to write to ${agent}`
    : becauseWords(message, 'user') || 'it waits for you'

interface HeldActsProps extends HeldRowProps {
  /** `message from scout`: ends each button's accessible name. */
  readonly about: string
  readonly onDone?: () => void
}

export function HeldActs({ agent, message, about, onDone }: HeldActsProps) {
  const { isSent, send } = useSent(onDone)
  const { id, hold } = message
  const ways = holdWays(hold, visible(message.fromName), visible(agent.name))
  const say = (how: 'messages.release' | HoldWays['end']['by']) =>
    void send(how === 'messages.withdraw' ? withdrawMail(agent.id, message) : act(how, { id }))
  return (
    <div className="acts">
      <Button
        aria-label={hold === 'consent' ? undefined : `${ways.release}: ${about}`}
        disabled={isSent}
        onClick={() => say('messages.release')}
      >
        {ways.release}
      </Button>
      <Button
        aria-label={`${ways.end.label}: ${about}`}
        title={ways.end.by === 'messages.drop' ? 'Its sender is told' : undefined}
        disabled={isSent}
        onClick={() => say(ways.end.by)}
      >
        {ways.end.label}
      </Button>
      {ways.hasChain && onDone === undefined && (
        <Button
          variant="ghost"
          aria-label={`Messages that led here: ${about}`}
          onClick={() => show({ kind: 'chain', message: id, agent: agent.id })}
        >
          Messages that led here
        </Button>
      )}
    </div>
  )
}
