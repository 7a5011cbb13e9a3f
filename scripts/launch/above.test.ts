import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { aboveShell, isStillAbove } from './above.mjs'

test.each([
  ['sh', 7, 7],
  ['-zsh', 7, 7],
  ['bash', 7, 7],
  // npm itself: its shell has exec'd us.
  ['npm start', 7, null],
  ['node', 7, null],
  // The shell's parent has ended.
  ['sh', 1, null],
])('above %s, started by %i, that is %j', (name, parent, above) => {
  expect(aboveShell(5, () => ({ name, parent }))).toBe(above)
})

test('an unreadable process has no parent', () => {
  expect(aboveShell(5, () => null)).toBe(null)
})

test.skipIf(process.platform === 'win32')(
  'a real shell was started by this process, which lives',
  async () => {
    // Without the second command some shells exec the first.
    const shell = spawn('sh', ['-c', 'read -r line; true'], { stdio: ['pipe', 'ignore', 'ignore'] })
    const { pid = 0 } = shell
    await once(shell, 'spawn')
    expect(aboveShell(pid)).toBe(process.pid)
    expect(isStillAbove(pid, process.pid)).toBe(true)
    shell.stdin.end()
    await once(shell, 'close')
    expect(isStillAbove(process.pid, pid)).toBe(false)
  },
)
