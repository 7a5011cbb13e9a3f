import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { SmallFiles, type Member, GroupLooks } from './system-processes.ts'

const folder = mkdtempSync(join(tmpdir(), 'janus-small-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text, 'latin1')
  return path
}

test('a file is read whole, shorter than the buffer, as long, and longer', () => {
  const files = new SmallFiles(8)
  for (const text of ['', '1234567', '12345678', '123456789', `long ${'é'.repeat(100)}`, 'short'])
    expect(files.read(file('one', text))).toBe(text)
})

test('there is one buffer, as long as the longest file', () => {
  const files = new SmallFiles(8)
  const short = file('short', '1234')
  for (let n = 0; n < 1000; n += 1) files.read(short)
  expect(files.size).toBe(8)
  files.read(file('long', 'x'.repeat(20)))
  for (let n = 0; n < 1000; n += 1) files.read(short)
  expect(files.size).toBe(32)
})

test('a missing file throws the system’s error', () => {
  expect(() => new SmallFiles().read(join(folder, 'none'))).toThrow('ENOENT')
})

const agents = Array.from({ length: 40 }, (_, n) => n + 1)

test('however many groups are looked at within a second, the processes of the system are read once', () => {
  let [now, reads] = [0, 0]
  const read = (): readonly Member[] => {
    reads += 1
    return agents.flatMap((pid) => [
      { pid, parent: 5000, group: pid, isStopped: pid === 7, cpu: 10 * reads },
      { pid: pid + 1000, parent: pid, group: pid + 1000, isStopped: false, cpu: 1 },
    ])
  }
  const looks = new GroupLooks(() => now, read)
  for (const group of agents) expect(looks.look(group)).toEqual({ isStopped: group === 7, cpu: 11 })
  now = 999
  expect(looks.look(1)?.cpu).toBe(11)
  expect(looks.look(99)).toBeNull()
  expect(reads).toBe(1)
  now = 1000
  for (const group of agents) expect(looks.look(group)?.cpu).toBe(21)
  expect(reads).toBe(2)
})

test('on systems without a process list the result is null', () => {
  expect(
    new GroupLooks(
      () => 0,
      () => null,
    ).look(1),
  ).toBeNull()
})
