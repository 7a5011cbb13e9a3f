import { expect, test } from 'vitest'
import type { Trouble } from '../../../main/contract/api/model.ts'
import type { AgentView, KindStatus } from '../../../main/contract/api/views.ts'
import { detailsOf, stoppedWords, agentErrorWords } from './agent-error-words.ts'

const agent = (trouble: Trouble | null, reason = '') =>
  ({
    name: 'docs',
    trouble,
    reason: reason === '' ? null : { kind: 'unstartable', detail: reason },
    pending: [],
    since: 0,
    status: 'failed',
    kind: 'claude',
    cwd: '/p',
  }) as unknown as AgentView
const cli = (problem: KindStatus['problem'], login: KindStatus['login'] = 'in') =>
  ({ kind: 'claude', problem, login, checkedAt: 1 }) as KindStatus

test('each problem has one primary action', () => {
  const first = (trouble: Trouble | null, check: KindStatus) => agentErrorWords(agent(trouble), check, 0).best
  expect(first('folder', cli(null))).toBe('locate')
  expect(first('login', cli(null, 'out'))).toBe('signIn')
  expect(first('login', cli(null, 'in'))).toBe('restart')
  expect(first('backend', cli({ line: 'version', words: 'Too old.' }))).toBe('check')
  expect(first('backend', cli(null))).toBe('restart')
  expect(first('deaths', cli(null))).toBe('restart')
  expect(first(null, cli(null))).toBe('restart')
})

test('a custom program offers a terminal for signing in', () => {
  const own = (trouble: Trouble) => ({ ...agent(trouble), kind: 'other' }) as AgentView
  expect(agentErrorWords(own('login'), null, 0).ways).toEqual(['terminal', 'restart'])
  expect(agentErrorWords(own('backend'), null, 0).ways).toContain('terminal')
})

test('a check from before the failure does not count as signed in', () => {
  const old = { ...cli(null, 'in'), checkedAt: 0 }
  expect(agentErrorWords(agent('login'), old, 0).best).toBe('signIn')
})

test('the order of the actions does not depend on the state of the CLI', () => {
  const ways = (trouble: Trouble, check: KindStatus) => agentErrorWords(agent(trouble), check, 0).ways
  const missing = cli({ line: 'binary', words: 'Not found.' })
  expect(ways('backend', missing)).toEqual(ways('backend', cli(null)))
  const [out, back] = [ways('login', cli(null, 'out')), ways('login', cli(null, 'in'))]
  expect(out.indexOf('check')).toBe(back.indexOf('check'))
})

test('what happened is a sentence', () => {
  expect(agentErrorWords(agent('deaths', 'its process ended three times'), null, 0).happened).toBe(
    'Its process ended three times.',
  )
  expect(agentErrorWords(agent('login'), cli(null, 'out'), 3).happened).toContain('3 more agents')
})

test('the details contain no text of the conversation', () => {
  expect(detailsOf(agent('folder', 'gone'), 'Janus 0.1.0')).toContain('Reason: gone')
})

test('the reason why an agent is stopped completes a sentence with its name', () => {
  expect(stoppedWords({ kind: 'stopped' })).toBe(' was stopped by you.')
  expect(stoppedWords(null)).toBe(' is stopped.')
  expect(stoppedWords({ kind: 'unstartable', detail: 'the disk is full.' })).toBe(
    ' is stopped: the disk is full.',
  )
})

test('when the window cannot sign in, the text explains how to in a terminal', () => {
  const gemini = { ...agent('login'), kind: 'gemini' } as AgentView
  const words = agentErrorWords(gemini, { ...cli(null, 'out'), kind: 'gemini' } as KindStatus, 0)
  expect(words.happened).toContain('The Gemini CLI asks for a new sign-in. Signing in opens a terminal')
  expect(words).toMatchObject({ best: 'signIn', ways: ['signIn', 'check'] })
})

test('an agent without trust for its folder links to its settings', () => {
  const reason = { kind: 'untrusted', of: 'opencode', isDecided: true } as const
  const words = agentErrorWords({ ...agent('trust'), reason, kind: 'opencode' } as AgentView, null, 0)
  expect(words.happened).toBe('docs starts here only if you trust the folder.')
  expect(words).toMatchObject({ best: 'settings', ways: ['settings', 'move'] })
})

test('a custom program offers another way on', () => {
  const words = agentErrorWords({ ...agent('backend'), kind: 'other' } as AgentView, null, 0)
  expect(words.happened).toMatch(/To use a different command line, close this tab and create a new agent/)
  expect(words.ways).toEqual(['restart', 'check', 'terminal'])
})
