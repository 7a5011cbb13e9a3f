import { textIn, type ToolInput } from '../../../main/contract/agents/tool-calls.ts'
import type { Known } from '../../state/mail.ts'

interface Sent {
  /** It answers a ticket. */
  readonly isReply: boolean
  readonly failed: boolean
}

/** What an agent did with a call that writes to another: the words before the other's name. */
export function sentWords(input: ToolInput, { isReply, failed }: Sent): string {
  if (isReply) return failed ? 'Could not answer' : 'Answered'
  const asks = input['expect_reply'] === true || typeof input['await_seconds'] === 'number'
  if (asks) return failed ? 'Could not ask' : 'Asked'
  return failed ? 'Could not write to' : 'Wrote to'
}

/**
 * To whom a call wrote, and what. Some kinds of agent tell nothing of what they call with: then by the message itself, of
 * which main has told the first words. `asker`: whose ticket it answers; null: it is no reply.
 */
export function sentTo(
  input: ToolInput,
  known: Pick<Known, 'toName' | 'preview'> | null,
  asker: string | null,
) {
  const named = asker ?? textIn(input, 'target', 'agent', 'to')
  const written = textIn(input, 'message')
  return {
    target: named === '' ? (known?.toName ?? '') : named,
    message: written === '' ? (known?.preview ?? '') : written,
  }
}
