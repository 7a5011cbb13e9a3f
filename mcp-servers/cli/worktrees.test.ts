import { expect, test } from 'vitest'
import { openEach } from '../testing/open-each.ts'
import { Terminal } from '../testing/terminal.ts'

const terminal = openEach(new Terminal())

test('janus worktree shows a command line by line, so that it can be approved by its exact text', async () => {
  const run = { command: 'npm ci # first\nmake\u001b', state: 'asks', problem: null, n: 1, output: '' }
  const worktree = { path: '/w', branch: 'janus/ann', setup: run }
  const value = { worktree, cleanup: null, uncommitted: 0, ahead: 0 }
  terminal.api.otherwise = () => ({ status: 200, value })
  expect(await terminal.janus('worktree', 'Ann')).toBe(0)
  expect(terminal.printed).toContain('Setup:     npm ci # first\nmake\\u{1b} (needs approval).')
})
