import type { ToolInput } from '../../entities/tool/tool-words.ts'

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
