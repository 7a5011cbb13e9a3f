import type { SDKMessage } from '@anthropic-ai/claude-agent-sdk'
import fc from 'fast-check'
import { test } from 'vitest'
import { StreamReader } from './stream.ts'

test('no message of any shape makes it fall over', () => {
  const kind = fc.constantFrom(
    'system',
    'assistant',
    'user',
    'result',
    'stream_event',
    'command_lifecycle',
    'new',
  )
  const subtype = fc.constantFrom(
    'init',
    'session_state_changed',
    'local_command_output',
    'compact_boundary',
    'success',
    'odd',
  )
  const message = fc.record({
    type: kind,
    subtype,
    message: fc.jsonValue(),
    event: fc.jsonValue(),
    errors: fc.jsonValue(),
  })
  fc.assert(
    fc.property(fc.array(message, { maxLength: 10 }), (messages) => {
      const reader = new StreamReader('session')
      for (const one of messages) reader.read(one as unknown as SDKMessage)
    }),
    { numRuns: 2000 },
  )
})
