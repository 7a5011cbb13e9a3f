import { expect, test } from 'vitest'
import type { SDKMessage } from '@anthropic-ai/claude-agent-sdk'
import { readAside } from './aside.ts'

const message = (fields: object): SDKMessage => ({ type: 'system', ...fields }) as SDKMessage
const retry = { subtype: 'api_retry', attempt: 2, max_retries: 10, retry_delay_ms: 1234.5 }

test('what belongs to no turn is read, all else is not', () => {
  expect(readAside(message({ ...retry, error_status: 529 }))).toEqual({
    ...{ kind: 'line', line: 'the model was not reached (status 529), try 2 of 10 in 1235 ms' },
  })
  expect(readAside(message({ ...retry, error_status: null }))).toMatchObject({
    line: expect.stringContaining('no connection'),
  })
  const commands = [{ name: 'deploy', description: 'Deploys', argumentHint: '' }]
  expect(readAside(message({ subtype: 'commands_changed', commands }))).toEqual({
    ...{ kind: 'commands', commands: [{ name: 'deploy', about: 'Deploys', argument: '' }] },
  })
  expect(readAside(message({ subtype: 'commands_changed' }))).toEqual({ kind: 'commands', commands: [] })
  expect(readAside(message({ subtype: 'init' }))).toBeNull()
  expect(readAside({ type: 'result' } as SDKMessage)).toBeNull()
})
