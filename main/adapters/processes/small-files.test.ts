import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { SmallFiles } from './small-files.ts'

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

test('however many are read, there is one buffer, as long as the longest wanted', () => {
  const files = new SmallFiles(8)
  const short = file('short', '1234')
  for (let n = 0; n < 1000; n += 1) files.read(short)
  expect(files.size).toBe(8)
  files.read(file('long', 'x'.repeat(20)))
  for (let n = 0; n < 1000; n += 1) files.read(short)
  expect(files.size).toBe(32)
})

test('one that is not there is the error of the system', () => {
  expect(() => new SmallFiles().read(join(folder, 'none'))).toThrow('ENOENT')
})
