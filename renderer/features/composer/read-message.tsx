import { useEffect, useState } from 'react'
import type { MessageId } from '../../../main/contract/model.ts'
import type { MessageReport } from '../../../main/contract/mail-views.ts'
import { wordsOf } from '../../act.ts'
import { Dialog } from '../../components/dialog.tsx'
import { visible } from '../../components/hygiene.ts'
import { Problem } from '../../components/problem.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { ask } from '../../connection.ts'

interface ReadMessageProps {
  readonly id: MessageId
  readonly from: string
  readonly onClose: () => void
}

/** The whole of a message that waits; reading it here changes nothing about it. */
export function ReadMessage({ id, from, onClose }: ReadMessageProps) {
  const [parts, setParts] = useState<readonly MessageReport[]>([])
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
      <div className="body">
        {problem !== '' && <Problem text={problem} />}
        <div className="said">
          <p className="plain" dir="auto">
            <SafeText text={parts.map((part) => part.message).join('')} />
          </p>
        </div>
        {next !== null && (
          <button type="button" className="btn" onClick={() => setOffset(next)}>
            Read on
          </button>
        )}
      </div>
    </Dialog>
  )
}
