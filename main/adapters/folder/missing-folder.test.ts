import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { abilities } from '../../testkit/suites/backend/abilities.ts'
import { openFolder, usualFolder } from './folder.ts'
import { lockFolder } from './lock.ts'
import { canMount, fillDisk, mountDisk, unmountDisk } from './testing/small-disk.ts'
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

test.runIf(canMount)('a disk that takes nothing is told in words (needs root, to mount one)', () => {
  const top = fs.mkdtempSync(join(tmpdir(), 'janus-read-only-'))
  mountDisk(top, 'size=64k,mode=0700')
  try {
    fillDisk(top)
    expect(() => lockFolder(top)).toThrow(/no room left .* start Janus again/)
    const made = join(top, 'new')
    expect(() => lockFolder(openFolder(made))).toThrow(/no room left .* start Janus again/)
    fs.rmSync(made, { recursive: true, force: true })
    fs.rmSync(join(top, 'ballast'))
    mountDisk(top, 'remount,ro')
    const words =
      /^Janus cannot write in \S+ \(its disk can only be read\)\. Make it writable, or choose another/
    expect(() => lockFolder(top)).toThrow(words)
    expect(() => openFolder(join(top, 'new'))).toThrow(words)
    mountDisk(top, 'remount,rw')
    fs.chmodSync(top, 0o755)
    fs.writeFileSync(join(top, 'janus.db'), '')
    mountDisk(top, 'remount,ro')
    expect(() => openFolder(top)).toThrow(words)
  } finally {
    unmountDisk(top)
    fs.rmdirSync(top)
  }
})

const canBeOther = process.platform === 'linux' && process.getuid?.() === 0
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
