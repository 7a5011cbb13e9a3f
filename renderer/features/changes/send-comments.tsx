import { useRef, useState } from 'react'
import { pendingWords } from '../../../main/contract/folders/line-comments.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { Button } from '../../components/button.tsx'
import { Problem } from '../../components/problem.tsx'
import { errorWords } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { newKey } from '../../state/view-store.ts'

interface SendCommentsProps {
  readonly agent: AgentView
  readonly hasFiles: boolean
}

export function SendComments({ agent: { id, review }, hasFiles }: SendCommentsProps) {
  const pending = review?.pending ?? 0
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)
  // Reused by a retry, so that nothing is sent twice.
  const key = useRef(newKey())
  const send = async () => {
    setSending(true)
    try {
      await ask('comments.send', { agent: id, idempotencyKey: key.current })
      key.current = newKey()
      setProblem('')
    } catch (error) {
      setProblem(errorWords(error))
    }
    setSending(false)
  }
  if (pending === 0)
    return (
      hasFiles && (
        <span className="faint">To comment, drag over line numbers, or move to a line and press Enter.</span>
      )
    )
  return (
    <>
      {problem !== '' && <Problem text={problem} />}
      <span className="num">{pendingWords(pending)}</span>
      <Button variant="primary" disabled={isSending} onClick={() => void send()}>
        {pending === 1 ? 'Send comment' : `Send ${pending} comments`}
      </Button>
    </>
  )
}
