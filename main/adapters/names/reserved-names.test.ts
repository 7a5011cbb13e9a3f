import { expect, test } from 'vitest'
import { createNameRules } from './name-rules.ts'

test.each([
  'person',
  'the person',
  'The Host',
  'your-user',
  'the  human',
  'From Janus',
  'the system',
  'THE HOST',
  'Janus app',
  'janus-core',
  'Janusbot',
  'The Janus',
  'app Janus',
  'J\u0430nus app',
  'JANUS',
  'the agent',
  'Claude',
  'CL\u0410UDE',
  'the Claude',
  'peer',
  'Agent',
  'agents',
  'Assistant',
  'tool',
  'Everyone',
  'me',
  '1',
  '42',
  '2026-11',
  '\u0661',
  '２',
  'th\u0435 host',
  'the p\u0435rson',
  'The \u041dost',
  'the the person',
  'our_user',
])('“%s” would pass for anyone who is no agent', (name) => {
  const read = createNameRules('Mo').read(name)
  expect(read).toMatchObject({ ok: false, problem: 'reserved' })
})

test.each([
  'Claude 2',
  'Claude reviewer',
  'Claudette',
  'Codex',
  'Developer',
  'Janusz',
  'Agent Smith',
  'Agent 7',
  'Peerless',
  'Toolsmith',
  'Tester 1',
  '2nd look',
  'Mee',
])('“%s” is free, too', (name) => {
  expect(createNameRules('Mo').read(name)).toMatchObject({ ok: true })
})

test.each(['hostess', 'theodore', 'personnel', 'host 2', 'them', 'fromage'])('“%s” is free', (name) => {
  expect(createNameRules('Mo').read(name)).toMatchObject({ ok: true })
})
