import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { abilities } from '../../testkit/suites/backend/abilities.ts'
import { openFolder, usualFolder } from './folder.ts'
import { lockFolder } from './lock.ts'
import { testFolder } from '../../testkit/test-folder.ts'

test.runIf(process.platform === 'linux')('a folder is refused at once where no folder can be made', () => {
  // In a process of its own with a timeout, because a regression would block in an endless loop.
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
  const top = testFolder('missing')
  fs.writeFileSync(join(top, 'file'), '')
  expect(() => openFolder(join(top, 'file', 'deep'))).toThrow('cannot be made')
  expect(() => openFolder(join(top, 'file'))).toThrow('file is not a folder. Choose another with --home.')
})

test.runIf(abilities.links)('a folder is refused where a link leads nowhere', () => {
  const top = testFolder('missing')
  fs.symlinkSync(join(top, 'nowhere'), join(top, 'link'))
  const words = `is a link to ${join(top, 'nowhere')}, which is not there. Make that folder, or choose another`
  expect(() => openFolder(join(top, 'link'))).toThrow(words)
})

test('without a home folder the current one is not used', () => {
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
    const made = join(top, 'new')
    expect(() => lockFolder(openFolder(made))).toThrow(/no room left .* start Janus again/)
    fs.rmSync(made, { recursive: true, force: true })
    fs.rmSync(join(top, 'ballast'))
    spawnSync('mount', ['-o', 'remount,ro', top])
    const words =
      /^Janus cannot write in \S+ \(its disk can only be read\)\. Make it writable, or choose another/
    expect(() => lockFolder(top)).toThrow(words)
    expect(() => openFolder(join(top, 'new'))).toThrow(words)
    spawnSync('mount', ['-o', 'remount,rw', top])
    fs.chmodSync(top, 0o755)
    fs.writeFileSync(join(top, 'janus.db'), '')
    spawnSync('mount', ['-o', 'remount,ro', top])
    expect(() => openFolder(top)).toThrow(words)
  } finally {
    spawnSync('umount', ['-l', top])
    fs.rmdirSync(top)
  }
})

const canBeOther = canMount && typeof process.seteuid === 'function'
test.runIf(canBeOther)(
  'a folder that its owner may not write in is told in words (needs root, to be another)',
  () => {
    const top = fs.mkdtempSync(join(tmpdir(), 'janus-closed-'))
    const folder = join(top, 'state')
    fs.chmodSync(top, 0o755)
    fs.mkdirSync(folder, { mode: 0o500 })
    fs.chownSync(folder, nobody, nobody)
    process.seteuid?.(nobody)
    process.geteuid?.()
    try {
      expect(() => lockFolder(folder)).toThrow(
        /cannot write in \S+ \(the system does not allow it\)\. Make it writable/,
      )
      expect(() => openFolder(join(folder, 'new'))).toThrow(
        /cannot write in \S+ \(the system does not allow it\)/,
      )
    } finally {
      process.seteuid?.(0)
      fs.rmSync(top, { recursive: true })
    }
  },
)

const nobody = 65534
