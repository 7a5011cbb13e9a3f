import { useState } from 'react'
import type { AgentId, Entry, MessageId } from '../../../main/contract/api/model.ts'
import type { NoteFact } from '../../../main/contract/history/note-facts.ts'
import { visible } from '../../components/hygiene.ts'
import { canHandOver } from '../../entities/message/digest.ts'
import { handOver } from '../../entities/message/mail-acts.ts'
import { useMirror } from '../../state/store.ts'

interface HandOverProps {
  readonly agent: AgentId
  readonly message: MessageId
  readonly note: Extract<NoteFact, { kind: 'handled' }>
}

const nothing: readonly Entry[] = []

/** Under a line that tells what a handler did: gives the message to the agent after all, while that is possible. */
export function HandOver({ agent: id, message, note }: HandOverProps) {
  const [isSent, setSent] = useState(false)
  const agent = useMirror((now) => now.agents[id])
  const entries = useMirror((now) => now.logs.agent[id]?.rows ?? nothing)
  if (!agent || !canHandOver(message, note.deed, { entries, pending: agent.pending })) return null
  const give = async () => {
    setSent(true)
    setSent(await handOver(message, visible(agent.name)))
  }
  return (
    <button
      type="button"
      className="btn ghost"
      aria-label={`Hand it over: ${visible(note.from)}, ${visible(note.words)}`}
      disabled={isSent}
      onClick={() => void give()}
    >
      Hand it over
    </button>
  )
}
