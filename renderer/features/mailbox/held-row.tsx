import { useLayoutEffect, useRef, useState } from 'react'
import type { AgentView } from '../../../main/contract/api/views.ts'
import type { PendingView } from '../../../main/contract/mail/mail-views.ts'
import { becauseWords } from '../../../main/contract/mail/message-words.ts'
import { act } from '../../state/act.ts'
import { FaceView, useFace } from '../../entities/agent/avatar.tsx'
import { visible } from '../../components/hygiene.ts'
import { Icon, Sign } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { show } from '../../state/view-store.ts'
import { readMail, withdrawMail } from '../../entities/message/mail-acts.ts'
import { passFocus } from '../../components/focus.ts'
import { PrioritySign, TicketSign } from '../../entities/message/mail-signs.tsx'
import { holdWays } from '../../entities/message/mail-order.ts'
import { firstWords } from '../../entities/message/mail-words.ts'
import css from './mailbox.module.css'

interface HeldRowProps {
  readonly agent: AgentView
  readonly message: PendingView
}

/** A message that does not go on before the person says so: why, and what can be said. */
export function HeldRow({ agent, message }: HeldRowProps) {
  const face = useFace(message.from, message.fromName)
  const row = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    const here = row.current
    return () => passFocus(here)
  }, [])
  const about = `message from ${visible(message.fromName)}`
  const isOwn = message.from.kind === 'human'
  return (
    <li
      ref={row}
      className={css.held}
      data-part="held"
      tabIndex={-1}
      data-hue={face.hue}
      data-mail={message.id}
    >
      <p className={css.what}>
        <FaceView face={face} size="sm" />
        <span className="clip grow">
          <Name name={message.fromName} pigment /> {!isOwn && <PrioritySign of={message.priority} />}{' '}
          {message.expectsReply && <TicketSign />} <SafeText text={firstWords(message.preview)} />
        </span>
        <button
          type="button"
          className="btn ghost icon"
          aria-label={`Read ${about}`}
          data-help={`Read ${about}`}
          onClick={() => readMail(message)}
        >
          <Icon name="eye" />
        </button>
      </p>
      <div className={css.saidSo}>
        <p className={css.why} id={`card-${message.id}`}>
          <span className="st needs">
            <Sign of="needs" />
            Held
          </span>
          <SafeText text={heldWords(message, agent.name)} />
        </p>
        <HeldActs agent={agent} message={message} about={about} />
      </div>
    </li>
  )
}

/** It waits for the person because nobody of its house has written to the agent before. */
const isStrangers = ({ reason }: PendingView): boolean => reason?.kind === 'stranger'

/** Why it is held; of one from another house, what is asked. */
const heldWords = (message: PendingView, agent: string): string =>
  isStrangers(message)
    ? `${message.fromName} wants to write to ${agent}`
    : becauseWords(message, 'person') || 'it waits for you'

interface HeldActsProps extends HeldRowProps {
  /** `message from scout`: the end of what a button says to a screen reader. */
  readonly about: string
  readonly onDone?: () => void
}

/** The buttons of a held message. */
export function HeldActs({ agent, message, about, onDone }: HeldActsProps) {
  const [isSent, setSent] = useState(false)
  const { id, hold } = message
  const ways = holdWays(hold, visible(message.fromName), visible(agent.name), isStrangers(message))
  // In the dialog, Close alone would mean the dialog.
  const end = onDone === undefined ? ways.end.label : 'Close the chain'
  const say = async (how: 'messages.release' | 'messages.drop' | 'messages.withdraw') => {
    setSent(true)
    const isTaken = await (how === 'messages.withdraw' ? withdrawMail(agent.id, message) : act(how, { id }))
    setSent(isTaken)
    if (isTaken) onDone?.()
  }
  return (
    <div className="acts">
      <button
        type="button"
        className="btn"
        aria-label={hold === 'consent' ? undefined : `${ways.release}: ${about}`}
        disabled={isSent}
        onClick={() => void say('messages.release')}
      >
        {ways.release}
      </button>
      <button
        type="button"
        className="btn"
        aria-label={`${end}: ${about}`}
        title={ways.end.by === 'messages.drop' ? 'Drops it and tells its sender' : undefined}
        disabled={isSent}
        onClick={() => void say(ways.end.by)}
      >
        {end}
      </button>
      {ways.hasChain && onDone === undefined && (
        <button
          type="button"
          className="btn ghost"
          aria-label={`Show the chain: ${about}`}
          onClick={() => show({ kind: 'chain', message: id, agent: agent.id })}
        >
          Show the chain
        </button>
      )}
    </div>
  )
}
