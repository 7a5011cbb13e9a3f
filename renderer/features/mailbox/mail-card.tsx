import { upperFirst } from '../../entities/agent/agent-state.ts'
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { interrupts } from '../../../main/contract/mail/priorities.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import type { PendingView } from '../../../main/contract/mail/mail-views.ts'
import { act } from '../../state/act.ts'
import { useNow } from '../../state/clock.ts'
import { Button } from '../../components/button.tsx'
import { clockDuration } from '../../components/duration.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { draftOf, useView } from '../../state/view-store.ts'
import { CardFrame } from '../../entities/card/card-frame.tsx'
import { readMail } from '../../entities/message/mail-acts.ts'
import { TicketSign } from '../../entities/message/mail-signs.tsx'
import { askingOf } from '../../entities/message/mail-sections.ts'
import { cardWhy, firstWords, handleWords } from '../../entities/message/mail-words.ts'
import { classes } from '../../components/classes.ts'
import { useSent } from '../../state/use-sent.ts'
import css from './mailbox.module.css'

interface MailCardsProps {
  readonly agent: AgentView
  /** Moves the focus away from the card, which is gone. */
  readonly onAnswered: () => void
}

/**
 * Urgent messages that need a decision, one card at a time: the one that waits longest, or the one opened
 * elsewhere. Independent of the program's own cards.
 */
export function MailCards({ agent, onAnswered }: MailCardsProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const asking = askingOf(agent.pending)
  const called = useView((now) => (now.call?.agent === agent.id ? now.call.card : null))
  if (called !== null && called !== chosen && asking.some((one) => one.id === called)) setChosen(called)
  const message = asking.find((one) => one.id === chosen) ?? asking[0]
  if (!message) return null
  const esc = (event: KeyboardEvent) => {
    // While a card of the program is open, Escape keeps its meaning there.
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
    if (event.key !== 'Escape' || !isPlain || agent.cards.length > 0 || agent.trust === 'ask') return
    event.preventDefault()
    event.stopPropagation()
    onAnswered()
  }
  return (
    <div
      className={classes('stack', css.mailCards)}
      role="group"
      aria-label="Urgent messages"
      tabIndex={-1}
      onKeyDown={esc}
    >
      <MailCard
        key={message.id}
        agent={agent}
        message={message}
        card={message.card}
        among={asking}
        onAnswered={onAnswered}
      />
    </div>
  )
}

interface MailCardProps extends MailCardsProps {
  readonly message: PendingView
  readonly card: NonNullable<PendingView['card']>
  /** All messages that ask now, including this one. */
  readonly among: readonly PendingView[]
}

/** Without an answer the message stays in the queue. */
function MailCard({ agent, message, card, among, onAnswered }: MailCardProps) {
  const { isSent, decide, putAllOff } = useDecide(message.id, onAnswered)
  const hasDraft = useView((now) => draftOf(now, agent.id).text.trim() !== '')
  const place = useFocusKept(onAnswered)
  const view = () => readMail(message)
  const ways = [
    { words: 'Deliver now', run: () => void decide('now') },
    { words: 'Leave in queue', run: () => void decide('later') },
    { words: 'View', run: view },
    ...(card.canStopTool
      ? [{ words: 'Deliver now, stop the tool', run: () => void decide('now', true) }]
      : []),
  ]
  const what = interrupts(message.priority) ? `${upperFirst(message.priority)} message` : 'Message'
  const number = among.length > 1 ? ` · ${among.indexOf(message) + 1} of ${among.length}` : ''
  return (
    <div ref={place} data-mail={message.id}>
      <CardFrame
        card={{ id: message.id, askedAt: message.acceptedAt }}
        title={`${what} from ${message.fromName} to ${agent.name}${number}`}
        keys={isSent ? null : Object.fromEntries(ways.map(({ run }, at) => [at + 1, run]))}
        offers={false}
        note={<Left until={card.until} />}
      >
        <p className={classes('pretty break-anywhere', css.quote)} dir="auto">
          “<SafeText text={firstWords(message.preview)} />
          {message.bytes > message.preview.length ? '…' : ''}” {message.expectsReply && <TicketSign />}
        </p>
        <SafeText
          as="p"
          className="small muted pretty break-anywhere"
          text={`${cardWhy(agent, hasDraft)} ${handleWords(agent)}`}
        />
        <div className="acts">
          {ways.map(({ words, run }, at) => (
            <Button
              key={words}
              variant={at === 0 ? 'primary' : undefined}
              className="long"
              aria-keyshortcuts={String(at + 1)}
              disabled={isSent && run !== view}
              onClick={run}
            >
              <kbd aria-hidden="true">{at + 1}</kbd> {words}
            </Button>
          ))}
          {among.length > 1 && (
            <Button variant="ghost" disabled={isSent} onClick={() => void putAllOff(among)}>
              Leave {among.length === 2 ? 'both' : `all ${among.length}`} in queue
            </Button>
          )}
        </div>
      </CardFrame>
    </div>
  )
}

/** Time left to answer; never announced to screen readers. */
function Left({ until }: { readonly until: number }) {
  const left = Math.max(0, until - useNow())
  return (
    <>
      stays in the queue unless you answer · <span className="num">{clockDuration(left)}</span>
    </>
  )
}

function useDecide(id: PendingView['id'], onAnswered: () => void) {
  const { isSent, send } = useSent(onAnswered)
  const decide = (decision: 'now' | 'later', stopTool = false) =>
    send(act('messages.decide', { id, decision, ...(stopTool ? { stopTool } : {}) }))
  const putAllOff = (all: readonly PendingView[]) => send(putOff(all))
  return { isSent, decide, putAllOff }
}

async function putOff(all: readonly PendingView[]): Promise<boolean> {
  for (const { id } of all) if (!(await act('messages.decide', { id, decision: 'later' }))) return false
  return true
}

/** A card that disappears while it has the focus passes it to the composer. */
function useFocusKept(onAnswered: () => void) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const here = place.current
    return () => {
      if (here?.contains(document.activeElement)) onAnswered()
    }
  }, [onAnswered])
  return place
}
