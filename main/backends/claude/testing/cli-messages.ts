import type { SDKMessage } from '@anthropic-ai/claude-agent-sdk'
import type { ProgramEvent } from '../../../adapters/processes/agent-family.ts'
import type { StreamReader } from '../stream.ts'

export const session = 'conversation'

export function read(reader: StreamReader, ...messages: object[]): ProgramEvent[] {
  return messages.flatMap((message) =>
    reader.read({ session_id: session, parent_tool_use_id: null, ...message } as unknown as SDKMessage),
  )
}

export const init = { type: 'system', subtype: 'init' }
export const result = {
  type: 'result',
  subtype: 'success',
  is_error: false,
  num_turns: 1,
  total_cost_usd: 2,
  result: 'text',
  terminal_reason: 'completed',
}
export const assistant = (...content: object[]): object => ({
  type: 'assistant',
  message: { id: 'm', content },
})
