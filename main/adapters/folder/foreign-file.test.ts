import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { abilities } from '../../testkit/suites/backend/abilities.ts'
import { readForeignFile, readShortText, readUpTo, utf8Of } from './foreign-file.ts'
import { testFolder } from '../../testkit/test-folder.ts'

let folder: string
beforeEach(() => void (folder = testFolder('foreign')))

const limits = { most: 10, links: 'refuse' } as const
const write = (name: string, text: string): string => {
  fs.writeFileSync(join(folder, name), text)
  return join(folder, name)
}

test('a plain file is read up to the limit, and not beyond', () => {
  const read = readForeignFile(write('a', '0123456789'), limits)
  expect(read.state === 'read' && read.bytes.toString()).toBe('0123456789')
  expect(readForeignFile(write('b', '0123456789x'), limits)).toEqual({ state: 'long', size: 11 })
  expect(readForeignFile(join(folder, 'none'), limits)).toEqual({ state: 'missing' })
  expect(readForeignFile(join(folder, 'a', 'below'), limits)).toEqual({ state: 'missing' })
  expect(readForeignFile(folder, limits)).toEqual({ state: 'special' })
})

test.runIf(abilities.links)('a link is followed only where that is wanted', () => {
  write('a', 'words')
  fs.symlinkSync('a', join(folder, 'link'))
  expect(readForeignFile(join(folder, 'link'), limits)).toEqual({ state: 'link' })
  expect(readForeignFile(join(folder, 'link'), { most: 10, links: 'follow' })).toMatchObject({
    state: 'read',
  })
})

test.runIf(abilities.pipes)('nothing waits for a pipe, and no device is opened', () => {
  execFileSync('mkfifo', [join(folder, 'pipe')])
  fs.symlinkSync('/dev/zero', join(folder, 'zero'))
  for (const links of ['refuse', 'follow'] as const) {
    expect(readForeignFile(join(folder, 'pipe'), { most: 10, links })).toEqual({ state: 'special' })
    expect(readForeignFile('/dev/zero', { most: 10, links })).toEqual({ state: 'special' })
  }
  expect(readForeignFile(join(folder, 'zero'), { most: 10, links: 'follow' })).toEqual({ state: 'special' })
  expect(readShortText(join(folder, 'zero'), limits)).toBe('')
})

test.runIf(process.platform === 'linux')('what the kernel makes up is refused by any path', () => {
  const follow = { most: 10, links: 'follow' } as const
  fs.symlinkSync('/proc/self/pagemap', join(folder, 'map'))
  for (const path of ['/proc/self/pagemap', '/proc/self/environ', '/proc/kcore', '/sys/power/state'])
    if (fs.existsSync(path) && fs.lstatSync(path).isFile())
      expect(['virtual', 'unreadable']).toContain(readForeignFile(path, limits).state)
  expect(readForeignFile(join(folder, 'map'), follow)).toEqual({ state: 'virtual' })
})

test.each([0, 3, 10])('an endless file that reports %d bytes is read only to the limit', (size) => {
  let given = 0
  const endless = (into: Buffer) => {
    given += into.length
    return into.length
  }
  expect(readUpTo(10, size, endless)).toBeNull()
  expect(given).toBe(11)
})

test('a file that reports no or too many bytes is read completely', () => {
  for (const size of [0, 2, 5, 9]) {
    const left = [...'words']
    const slow = (into: Buffer) => into.write(left.shift() ?? '')
    expect(readUpTo(10, size, slow)?.toString()).toBe('words')
  }
})

test('text is UTF-8 or none', () => {
  expect(utf8Of(Buffer.from('żółw'))).toBe('żółw')
  expect(utf8Of(Buffer.from([0xff, 0xfe]))).toBeNull()
  expect(utf8Of(Buffer.from('a\0b'))).toBeNull()
})
