import { useState } from 'react'
import type { AgentView } from '../../../main/contract/api/views.ts'
import type { Entry } from '../../../main/contract/api/model.ts'
import { FaceView, useFace } from '../../entities/agent/avatar.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import { spanOfTime } from '../../components/duration.ts'
import { Icon } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { useMirror } from '../../state/store.ts'
import { jumpTo } from '../../state/view-store.ts'
import { ReceiptSign } from '../../entities/message/receipt-view.tsx'
import { goToRow } from '../../entities/log/go-to-row.ts'
import {
  outcomeOf,
  countsOf,
  handledCount,
  rowOfMessage,
  sendersOf,
  canDeliverAnyway,
  type Outcome,
  type Digest,
  type UnseenMessage,
  type HandledItem,
} from '../../entities/message/digest.ts'
import { dismissDigest, useDigest } from '../../entities/message/follow-presence.ts'
import { classes } from '../../components/classes.ts'
import { actionTakenWords } from '../../../main/contract/handlers/handler-words.ts'
import { visible } from '../../components/hygiene.ts'
import { useSent } from '../../state/use-sent.ts'
import { deliverHandled } from '../../entities/message/mail-acts.ts'
import css from './away-summary.module.css'

const most = 8
const nothing: readonly Entry[] = []

/** Messages of other agents that arrived while the user was away, with their status. */
export function AwaySummary({ agent }: { readonly agent: AgentView }) {
  const digest = useDigest(agent.id)
  return digest && <AwayDigest agent={agent} digest={digest} />
}

function AwayDigest({ agent, digest }: { readonly agent: AgentView; readonly digest: Digest }) {
  const fates = useMirror((now) => now.fates)
  const entries = useMirror((now) => now.logs.agent[agent.id]?.rows ?? nothing)
  const { items, handled, since, until } = digest
  // When handlers took all messages, say what they did.
  const headline = items.length > 0 ? sendersOf(items, digest.isWhole) : handledCount(handled.length)
  const became = items.map((one) => outcomeOf(one, { pending: agent.pending, fates, entries }))
  const places = items.map((one) => rowOfMessage(one, entries))
  const first = places.find((n) => n !== null) ?? null
  const [isOpen, setOpen] = useState(false)
  const when =
    digest.kind === 'away' ? `While you were away (${spanOfTime(since, until)})` : 'During your turn'
  return (
    <section className={classes('stack gap-2 small', css.awayDigest)} aria-label={when}>
      <header className="row gap-3">
        <h2 className="grow strong break-anywhere">
          <button
            type="button"
            className={classes('row gap-3', css.line)}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? 'down' : 'right'} />
            <span className="clip">
              <SafeText text={`${when}: ${headline}`} />{' '}
              <span className={css.counts}>
                {[countsOf(became), items.length > 0 ? handledCount(handled.length) : '']
                  .filter((words) => words !== '')
                  .join(', ')}
              </span>
            </span>
          </button>
        </h2>
        {first !== null && (
          <Button variant="ghost" onClick={() => go(agent, first)}>
            Go to the first
          </Button>
        )}
        <IconButton
          icon="x"
          aria-label="Dismiss what happened while you were away"
          title="Dismiss"
          onClick={() => dismissDigest(agent.id)}
        />
      </header>
      {isOpen && items.length > 0 && (
        <ul>
          {items.slice(0, most).map((item, at) => (
            <Line
              key={item.message ?? item.n}
              agent={agent}
              item={item}
              n={places[at] ?? null}
              became={became[at] ?? 'ended'}
            />
          ))}
        </ul>
      )}
      {isOpen && items.length > most && <p className="faint">and {items.length - most} more</p>}
      {isOpen && handled.length > 0 && (
        <HandledList agent={agent} handled={handled} entries={entries} isAlone={items.length === 0} />
      )}
    </section>
  )
}

const signs = { read: 'disc', waits: 'ring', held: 'ring', ended: 'x' } as const
const words: Readonly<Record<Outcome, string>> = {
  read: 'read',
  waits: 'waits',
  held: 'held for you',
  ended: 'ended unread',
}

interface LineProps {
  readonly agent: AgentView
  readonly item: UnseenMessage
  readonly n: number | null
  readonly became: Outcome
}

function Line({ agent, item, n, became }: LineProps) {
  const face = useFace(item.from, item.fromName)
  const { fromName, line } = item
  const said = (
    <>
      <Name name={fromName} pigment /> <SafeText text={line} />
    </>
  )
  return (
    <li className="row" data-hue={face.hue}>
      <FaceView face={face} size="sm" />
      {n === null ? (
        <span className={classes(css.line, 'clip')}>{said}</span>
      ) : (
        <button type="button" className={classes(css.line, 'clip')} onClick={() => go(agent, n)}>
          <span className="vh">Go to the message from </span>
          {said}
        </button>
      )}
      <span className="inline-row gap-2 no-shrink muted">
        <ReceiptSign of={signs[became]} />
        {words[became]}
      </span>
    </li>
  )
}

/** Jumps to a row; pressing again jumps again. */
function go({ id }: AgentView, n: number) {
  jumpTo(null)
  void goToRow({ agent: id, n })
}

interface HandledListProps {
  readonly agent: AgentView
  readonly handled: readonly HandledItem[]
  readonly entries: readonly Entry[]
  /** The headline describes these already. */
  readonly isAlone: boolean
}

const mostHandled = 8

function HandledList({ agent, handled, entries, isAlone }: HandledListProps) {
  return (
    <>
      {!isAlone && <h3 className="strong">Handled by your rules</h3>}
      <ul>
        {handled.slice(-mostHandled).map((item) => (
          <HandledLine
            key={item.n}
            agent={agent}
            item={item}
            isOpen={canDeliverAnyway(item.message, item.action, { entries, pending: agent.pending })}
          />
        ))}
      </ul>
      {handled.length > mostHandled && <p className="faint">and {handled.length - mostHandled} before</p>}
    </>
  )
}

interface HandledLineProps {
  readonly agent: AgentView
  readonly item: HandledItem
  readonly isOpen: boolean
}

function HandledLine({ agent, item, isOpen }: HandledLineProps) {
  const { isSent, send } = useSent()
  const { fromName, line, name, action, message } = item
  return (
    <li className="row" data-part="handled">
      <span className="grow break-anywhere">
        <Name name={fromName} pigment /> “<SafeText text={line} />” ·{' '}
        <SafeText as="span" className="muted" text={`“${name}” ${actionTakenWords(action)}`} />
      </span>
      {isOpen && (
        <Button
          variant="ghost"
          aria-label={`Deliver anyway: ${visible(fromName)}, ${visible(line)}`}
          disabled={isSent}
          onClick={() => void send(deliverHandled(message, visible(agent.name)))}
        >
          Deliver anyway
        </Button>
      )}
    </li>
  )
}
