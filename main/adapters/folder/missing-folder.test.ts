import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { abilities } from '../../testing/abilities.ts'
import { openFolder, usualFolder } from './folder.ts'
import { lockFolder } from './lock.ts'

test.runIf(process.platform === 'linux')('a folder is refused at once where no folder can be made', () => {
  // In a process of its own, with a limit: what loops for ever here loops without letting go.
  const code = `import { openFolder } from ${JSON.stringify(join(import.meta.dirname, 'folder.ts'))}
    try { openFolder('/proc/janus/deep') } catch (error) { console.log(error.message) }`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    timeout: 20_000,
    killSignal: 'SIGKILL',
    encoding: 'utf8',
  })
  expect(stdout).toBe('/proc/janus cannot be made (ENOENT). Choose another folder with --home.\n')
})

test('a folder is refused below a file', () => {
  const top = fs.mkdtempSync(join(tmpdir(), 'janus-missing-'))
  fs.writeFileSync(join(top, 'file'), '')
  expect(() => openFolder(join(top, 'file', 'deep'))).toThrow('cannot be made')
  fs.rmSync(top, { recursive: true })
})

test.runIf(abilities.links)('a folder is refused where a link leads nowhere', () => {
  const top = fs.mkdtempSync(join(tmpdir(), 'janus-missing-'))
  fs.symlinkSync(join(top, 'nowhere'), join(top, 'link'))
  expect(() => openFolder(join(top, 'link'))).toThrow('cannot be made')
  fs.rmSync(top, { recursive: true })
})

test('no home folder is no reason to use the current one', () => {
  expect(() => usualFolder('', '.janus')).toThrow('HOME is empty')
  expect(() => openFolder('')).toThrow('--home')
})

const canMount = process.platform === 'linux' && process.getuid?.() === 0
test.runIf(canMount)('a disk that takes nothing is told in words (needs root, to mount one)', (context) => {
  const top = fs.mkdtempSync(join(tmpdir(), 'janus-read-only-'))
  const mount = (options: string) => spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', top]).status
  if (mount('size=64k,mode=0700') !== 0) return context.skip()
  try {
    expect(() => {
      for (;;) fs.writeFileSync(join(top, 'ballast'), Buffer.alloc(4096), { flag: 'a' })
    }).toThrow('ENOSPC')
    expect(() => lockFolder(top)).toThrow(/no room left .* start Janus again/)
    fs.rmSync(join(top, 'ballast'))
    spawnSync('mount', ['-o', 'remount,ro', top])
    expect(() => lockFolder(top)).toThrow(/cannot write in .* --home/)
  } finally {
    spawnSync('umount', ['-l', top])
    fs.rmdirSync(top)
  }
})
