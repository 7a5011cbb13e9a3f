import type { Card } from '../../main/contract/api/model.ts'
import { ownCall, type ToolCall } from '../../main/contract/agents/tool-calls.ts'

/** A call that runs a command, with changes. */
export const toolCall = (changes: Partial<ToolCall> = {}): ToolCall => ({
  name: 'Bash',
  kind: 'execute',
  title: 'npm test',
  isTitleAll: true,
  description: '',
  diffs: [],
  own: null,
  ...changes,
})

export const sendCall = ownCall('send_to_agent', { target: 'Builder', message: 'Hello' })

/** A card that asks for permission to run a command, with changes. */
export const makeCard = (changes: Partial<Card> = {}): Card => ({
  id: 'crd-1',
  kind: 'permission',
  call: 'call',
  tool: toolCall(),
  title: 'May it?',
  input: 'npm test',
  hidden: 0,
  hash: 'h',
  reason: '',
  askedAt: 0,
  suggestions: [],
  questions: [],
  origin: 'user',
  from: ['Mo'],
  ...changes,
})
