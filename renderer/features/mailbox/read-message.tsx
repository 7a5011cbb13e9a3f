import type { MessageView } from '../../../main/contract/mail/mail-views.ts'
import { useEffect, useState } from 'react'
import type { MessageId } from '../../../main/contract/api/model.ts'
import { wordsOf } from '../../state/act.ts'
import { Dialog } from '../../components/dialog.tsx'
import { visible } from '../../components/hygiene.ts'
import { Problem } from '../../components/problem.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { fullTime } from '../../components/duration.ts'
import { ask } from '../../state/connection.ts'
import { show } from '../../state/view-store.ts'
import { Attached } from '../../entities/attachment/attached.tsx'
import { PrioritySign, TicketSign } from '../../entities/message/mail-signs.tsx'

interface ReadMessageProps {
  readonly id: MessageId
  readonly from: string
  readonly onClose: () => void
}

/** The whole of a message that waits; reading it here changes nothing about it. */
export function ReadMessage({ id, from, onClose }: ReadMessageProps) {
  const [parts, setParts] = useState<readonly MessageView[]>([])
  const [offset, setOffset] = useState(0)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    let left = false
    ask('messages.get', { id, offset }).then(
      (part) => left || setParts((now) => [...now.filter((one) => one.offset < offset), part]),
      (error: unknown) => left || setProblem(wordsOf(error)),
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
          <p className="plain" dir="auto">
            <SafeText text={parts.map((part) => part.text).join('')} />
          </p>
        </div>
        <Attached attachments={parts[0]?.attachments} />
        <div className="acts">
          {next !== null && (
            <button type="button" className="btn" onClick={() => setOffset(next)}>
              Read on
            </button>
          )}
          <button type="button" className="btn ghost" onClick={() => show({ kind: 'thread', message: id })}>
            Show conversation
          </button>
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
