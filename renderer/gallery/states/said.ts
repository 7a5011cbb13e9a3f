import type { Line } from '../domain/world.ts'
import type { ReportedTask } from '../../../main/contract/agents/background.ts'

/** A question, and an answer with every Markdown element. */
export const talk: readonly Line[] = [
  ['user', 'How does the refresh work now, and where can it go wrong?'],
  [
    'thinking',
    'They ask about the refresh flow. I should read src/auth first and look for shared state between callers.',
  ],
  [
    'call',
    'Read',
    { file_path: '/home/mo/code/ferry/src/auth/refresh.ts' },
    'export async function refresh(s: Session) {\n  const next = await provider.rotate(s.refreshToken)\n  return store.save(s.id, next)\n}',
  ],
  ['call', 'Grep', { pattern: 'refresh\\(', path: 'src' }, 'src/http/client.ts:41\nsrc/jobs/renew.ts:12'],
  [
    'call',
    'Bash',
    { command: 'git log --oneline -5 -- src/auth', description: 'Look at the history' },
    'a1b2c3d Rotated tokens\nd4e5f6a Added the store',
  ],
  [
    'text',
    `Two callers can refresh **at the same time**, and the second one burns the family:

1. \`client.ts\` refreshes when a request comes back with 401.
2. \`renew.ts\` refreshes every ten minutes.

> The provider revokes the whole family when a rotated token is used again.

| caller | when | shares a flight |
| :-- | :-- | --: |
| client | on 401 | no |
| renew | every 10 min | no |

\`\`\`ts
export async function refresh(s: Session): Promise<Session> {
  const flight = flights.get(s.id) ?? rotate(s).finally(() => flights.delete(s.id))
  flights.set(s.id, flight) // late callers join the first
  return flight
}
\`\`\`

- [x] read the provider’s [rotation rules](https://provider.example/docs/rotation)
- [ ] a test with three callers`,
  ],
]

/** An edit, commands with different results, and messages from and to others. */
export const work: readonly Line[] = [
  ['user', 'Make late callers join the first, and test it.'],
  [
    'hears',
    'Scout',
    'Yes. Reuse of a rotated token revokes the whole family after a 10 s grace window. Two refreshes inside the window return the same pair, outside it the user is signed out everywhere. The window is per client, not per token; the sandbox does not apply it, so a test there will pass for the wrong reason.',
    { priority: 'high' },
  ],
  [
    'call',
    'Edit',
    {
      file_path: '/home/mo/code/ferry/src/auth/refresh.ts',
      old_string:
        'export async function refresh(s: Session) {\n  const next = await provider.rotate(s.refreshToken)\n  return store.save(s.id, next)\n}',
      new_string:
        'export async function refresh(s: Session) {\n  // one flight per session: late callers join the first\n  const flight = flights.get(s.id) ?? rotate(s).finally(() => flights.delete(s.id))\n  flights.set(s.id, flight)\n  return flight\n}',
    },
    'The file was changed.',
  ],
  [
    'call',
    'Write',
    {
      file_path: '/home/mo/code/ferry/test/refresh.test.ts',
      content:
        "import { refresh } from '../src/auth/refresh.ts'\n\ntest('late callers join', async () => {\n  const [a, b] = await Promise.all([refresh(s), refresh(s)])\n  expect(a).toBe(b)\n})\n",
    },
    'Written.',
  ],
  [
    'call',
    'Bash',
    { command: 'npm test -- refresh' },
    'FAIL test/refresh.test.ts\n  late callers join\n    expected 1 call, got 2',
    'failed',
  ],
  ['text', 'The renewing job imports its own copy. I take it out.'],
  ['call', 'Bash', { command: 'npm test -- refresh' }, '7 passed'],
  ['sends', 'Critic', 'does join-on-refresh hide a revoked family?'],
  ['text', 'Late callers join the first now; seven tests pass. Critic looks at the revoked family.'],
  ['ends', 'Critic'],
]

/** A turn in which a command runs. */
export const running: readonly Line[] = [
  ['user', 'Make late callers join the first, and test it.'],
  ['call', 'Read', { file_path: '/home/mo/code/ferry/src/auth/refresh.ts' }, 'export async function refresh'],
  ['call', 'Bash', { command: 'npm test -- refresh' }],
]

/** Background tasks of an agent's program. */
export const tasks: readonly ReportedTask[] = [
  { id: 'b1', kind: 'command', name: 'Dev server of the ferry desk', call: null, line: '' },
  {
    id: 'a1',
    kind: 'agent',
    name: 'Look through the provider’s change log',
    call: 'call-1',
    line: 'Running Find every breaking change since 4.2',
  },
]
