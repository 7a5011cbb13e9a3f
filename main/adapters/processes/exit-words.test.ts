import { expect, test } from 'vitest'
import { exitWords, startFailureWords } from './exit-words.ts'

const claude = { name: 'Claude', program: 'The Claude CLI', update: 'Update it.' }

test.each([
  [{ kind: 'ended', code: null, signal: 'SIGKILL' }, '', 'Claude was ended by SIGKILL.'],
  [{ kind: 'ended', code: 0, signal: null }, '', 'Claude ended by itself.'],
  [
    { kind: 'ended', code: 1, signal: null },
    'no space left',
    'Claude ended with code 1. It said: no space left',
  ],
  [
    { kind: 'ended', code: 1, signal: null },
    "error: unknown option '--x'",
    /too old\. Update it.*It said: error/,
  ],
  [null, '', 'Claude did not start.'],
] as const)('a process that ended as %j with %j is told as %s', (exit, stderr, words) => {
  expect(exitWords(claude, exit, stderr, false)).toMatch(words)
  expect(exitWords(claude, exit, stderr, true)).toBe('stopped')
})

test.each([
  ['spawn /x ENOENT', /was not found\. Install/],
  ['spawn /x EACCES', /may not be run\. Make it executable/],
  ['spawn Unknown system error ENOEXEC', /does not run on this system/],
  ['something else', 'The Claude CLI could not be started: something else'],
])('a start that failed with %j is told with what to do', (message, words) => {
  expect(startFailureWords(claude, message)).toMatch(words)
})
