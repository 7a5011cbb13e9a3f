import type { AgentReason } from '../../../main/contract/agent-reasons.ts'
import { agentReasonWords } from '../../../main/contract/agent-words.ts'

/** What follows the name of an agent that was put to rest, as one sentence: " was stopped by you." */
export function stoppedWords(reason: AgentReason | null): string {
  if (reason === null) return ' is stopped.'
  const words = agentReasonWords(reason, 'person')
  if (reason.kind === 'stopped') return ` was ${words}.`
  return ` is stopped: ${words}${words.endsWith('.') ? '' : '.'}`
}
