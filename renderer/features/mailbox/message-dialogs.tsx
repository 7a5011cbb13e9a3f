import type { MessageView, ChainLink } from '../../../main/contract/mail/mail-views.ts'
import { useEffect, useState } from 'react'
import type { MessageId } from '../../../main/contract/api/model.ts'
import { Button } from '../../components/button.tsx'
import { errorWords } from '../../state/act.ts'
import { Dialog } from '../../components/dialog.tsx'
import { visible } from '../../components/hygiene.ts'
import { Problem } from '../../components/problem.tsx'
import { SafeText, Name } from '../../components/safe-text.tsx'
import { fullTime } from '../../components/duration.ts'
import { ask } from '../../state/connection.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { show } from '../../state/view-store.ts'
import { Attached } from '../../entities/attachment/attached.tsx'
import { PrioritySign, TicketSign } from '../../entities/message/mail-signs.tsx'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { Icon } from '../../components/icon.tsx'
import { At } from '../../components/time.tsx'
import { HeldActs } from './held-list.tsx'
import { firstWords } from '../../entities/message/mail-words.ts'
import { classes } from '../../components/classes.ts'
import css from './mailbox.module.css'

interface ReadMessageProps {
  readonly id: MessageId
  readonly from: string
  readonly onClose: () => void
}

/** The full text of a pending message; reading it here does not change its state. */
export function ReadMessage({ id, from, onClose }: ReadMessageProps) {
  const [parts, setParts] = useState<readonly MessageView[]>([])
  const [offset, setOffset] = useState(0)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    let left = false
    ask('messages.get', { id, offset }).then(
      (part) => left || setParts((now) => [...now.filter((one) => one.offset < offset), part]),
      (error: unknown) => left || setProblem(errorWords(error)),
    )
    return () => void (left = true)
  }, [id, offset])
  const next = parts.at(-1)?.next ?? null
  return (
    <Dialog title={`Message from ${visible(from)}`} onClose={onClose}>
      <div className="sheet-body">
        {parts[0] && <MessageFacts message={parts[0]} />}
        {problem !== '' && <Problem text={problem} />}
        <div className="prose">
          <SafeText as="p" className="plain" dir="auto" text={parts.map((part) => part.text).join('')} />
        </div>
        <Attached attachments={parts[0]?.attachments} />
        <div className="acts">
          {next !== null && <Button onClick={() => setOffset(next)}>Read on</Button>}
          <Button variant="ghost" onClick={() => show({ kind: 'thread', message: id })}>
            Show thread
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function MessageFacts({ message }: { readonly message: MessageView }) {
  const { fromName, toName, priority, expectsReply, acceptedAt } = message
  return (
    <p className="muted">
      <SafeText text={fromName} /> to <SafeText text={toName} /> · <PrioritySign of={priority} />{' '}
      {expectsReply && <TicketSign />}{' '}
      <time dateTime={new Date(acceptedAt).toISOString()}>{fullTime(acceptedAt)}</time>
    </p>
  )
}

interface ChainDialogProps {
  readonly agent: AgentView
  readonly message: MessageId
  readonly onClose: () => void
}

export function ChainDialog({ agent, message, onClose }: ChainDialogProps) {
  const { answer, problem } = useAnswer('messages.chain', { id: message })
  const held = agent.pending.find((one) => one.id === message && one.state === 'held')
  return (
    <Dialog title="Messages that led here" onClose={onClose}>
      <div
        className={classes('sheet-body', css.chain)}
        tabIndex={0}
        role="group"
        aria-label="Messages that led here, oldest first"
      >
        {problem !== '' && <Problem text={problem} />}
        {answer === null && problem === '' && <p className="muted">Reading…</p>}
        {answer !== null && <Links chain={answer.chain} />}
      </div>
      {held && (
        <footer>
          <HeldActs
            agent={agent}
            message={held}
            about={`message from ${visible(held.fromName)}`}
            onDone={onClose}
          />
        </footer>
      )}
    </Dialog>
  )
}

function Links({ chain }: { readonly chain: readonly ChainLink[] }) {
  if (chain.length === 0) return <p className="muted">What led to it is no longer known.</p>
  return (
    <>
      <p className="muted">The messages that led to this one, oldest first.</p>
      <ol>
        {chain.map((link) => (
          <li key={link.id} className="row baseline gap-5">
            <span className="grow">
              <b>
                <Name name={link.from} />
              </b>{' '}
              <Icon name="out" />
              <span className="vh">to</span>{' '}
              <b>
                <Name name={link.to} />
              </b>
              <SafeText
                as="span"
                className={classes('muted break-anywhere', css.saidLine)}
                dir="auto"
                text={firstWords(link.preview)}
              />
            </span>
            <span className="no-shrink faint">
              <At at={link.at} />
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}
