import { spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { processesIn, readLsof } from './folder-processes.ts'
import { testFolder } from '../../testkit/test-folder.ts'

test.runIf(process.platform === 'linux')(
  'a process that works in a folder is found by any path to it',
  async () => {
    const home = testFolder('in')
    fs.mkdirSync(join(home, 'real', 'deep'), { recursive: true })
    fs.symlinkSync('real', join(home, 'link'))
    expect(await processesIn(home)).toEqual([])
    const child = spawn('cat', {
      cwd: join(home, 'link', 'deep'),
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
    })
    await once(child, 'spawn')
    const found = { pid: child.pid, group: child.pid, name: 'cat' }
    for (const folder of ['real', 'link', 'link/deep/', '.'])
      expect(await processesIn(join(home, folder))).toEqual([found])
    child.stdin.end()
    await once(child, 'close')
    expect(await processesIn(home)).toEqual([])
  },
)

test('the output of lsof on macOS is parsed', () => {
  const told =
    'p12\ng10\ncnode\nfcwd\nn/Users/mo/a b\np13\ng13\ncbash\nfcwd\nn/Users/mo\np14\ng14\ncx\nfcwd\nnunknown\n'
  expect(readLsof(told)).toEqual([
    { pid: 12, group: 10, name: 'node', cwd: '/Users/mo/a b' },
    { pid: 13, group: 13, name: 'bash', cwd: '/Users/mo' },
  ])
  expect(readLsof('')).toEqual([])
})
