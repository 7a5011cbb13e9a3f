import { expect, test } from 'vitest'
import { openTerminal } from '../testing/terminal.ts'

const terminal = openTerminal()

test('janus worktree shows a command line by line, so that it can be approved by its exact text', async () => {
  const run = { command: 'npm ci # first\nmake\u001b', state: 'asks', problem: null, n: 1, output: '' }
  const worktree = { path: '/w', branch: 'janus/ann', setup: run }
  const value = { worktree, cleanup: null, uncommitted: 0, ahead: 0 }
  terminal.api.answers(value)
  expect(await terminal.prints('worktree', 'Ann')).toContain(
    'Setup:     npm ci # first\nmake\\u{1b} (needs approval).',
  )
})
