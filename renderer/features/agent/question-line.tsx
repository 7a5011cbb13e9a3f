import type { AgentId, MessageId } from '../../../main/contract/model.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { useKnown, useTicket } from '../../state/mail.ts'
import { goToMessage } from '../../entities/message/go-to-message.ts'
import { firstLineOf } from '../../../main/contract/tool-calls.ts'

interface QuestionLineProps {
  /** In whose transcript one is. */
  readonly agent: AgentId
  readonly of: MessageId
  /** It is the answer to it; else it only goes on from it. */
  readonly isAnswer: boolean
}

/** What a message goes on from, in its first words, with the way there. */
export function QuestionLine({ agent, of, isAnswer }: QuestionLineProps) {
  const known = useKnown(of)
  const ticket = useTicket(isAnswer ? of : null, 'answered')
  if (!known) return null
  return (
    <p className="quoted-question">
      <span>{isAnswer ? 'to' : 'goes on from'}</span>
      <button type="button" className="clip" onClick={() => void goToMessage(agent, of)}>
        “<SafeText text={firstLineOf(known.preview)} />”
      </button>
      {ticket?.reply?.implicit && <span>· its final text</span>}
    </p>
  )
}
