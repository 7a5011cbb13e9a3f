import { expect, test } from 'vitest'
import type { AttemptView } from '../../main/contract/app/attempts.ts'
import { openEach } from '../testing/open-each.ts'
import { Terminal } from '../testing/terminal.ts'

const terminal = openEach(new Terminal())

test('janus refused tells who tried what, and where, newest first', async () => {
  const at = '2026-11-24T09:00:00.000Z'
  const items: AttemptView[] = [
    { n: 9, at, leftOut: 40, name: null },
    ...(
      [
        { code: 'unauthorized', token: 'unknown', by: { kind: 'stranger' }, name: null },
        { code: 'unauthorized', token: 'revoked', by: { kind: 'agent', id: 'agt-ann0000000' }, name: null },
        { code: 'sender_mismatch', by: { kind: 'agent', id: 'agt-bob0000000' }, name: 'Bob\u001b[2J' },
        { code: 'stale_turn', by: { kind: 'window' }, name: null },
      ] as const
    ).map((one) => ({ n: 1, at, route: 'GET /api/agents', ...one })),
  ]
  terminal.api.otherwise = () => ({ status: 200, value: { items, next: 5 } })
  expect(await terminal.janus('refused')).toBe(0)
  expect(terminal.printed.split('\n').map((line) => line.split(/ {2,}/).slice(1))).toEqual([
    ['WHO', 'WHAT', 'ROUTE'],
    ['40 more in that minute'],
    ['a stranger', 'asked with a token that nobody holds', 'GET /api/agents'],
    ['agt-ann0000000', 'asked with a token that is good no more', 'GET /api/agents'],
    [expect.stringMatching(/^Bob/), 'claimed to be somebody else', 'GET /api/agents'],
    ['the window', 'spoke when the piece had moved on', 'GET /api/agents'],
  ])
  expect(terminal.complained).toBe('There is more before: --cursor 5')
  expect(terminal.printed).not.toContain('\u001b')
  expect(terminal.api.requests.map(({ url }) => url)).toEqual(['/api/refused'])
  terminal.api.otherwise = () => ({ status: 200, value: { items: [], next: null } })
  await terminal.janus('refused')
  expect(terminal.printed).toContain('Nothing was refused')
})
