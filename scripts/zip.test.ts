import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openZip } from './zip.mjs'

interface File {
  readonly name: string
  readonly mode: number
  readonly text: string
  readonly isPacked: boolean
}

/** A row of numbers as an archive has them: each with the bytes it takes. */
function numbers(...pairs: (readonly [value: number, size: 2 | 4])[]): Buffer {
  return Buffer.concat(
    pairs.map(([value, size]) => {
      const bytes = Buffer.alloc(size)
      bytes.writeUIntLE(value >>> 0, 0, size)
      return bytes
    }),
  )
}

/** An archive, with a remark at its end as some have it. */
function archive(files: readonly File[]): Buffer {
  let parts = Buffer.alloc(0)
  let list = Buffer.alloc(0)
  for (const { name, mode, text, isPacked } of files) {
    const content = isPacked ? deflateRawSync(text) : Buffer.from(text)
    const title = Buffer.from(name)
    const sizes = [
      [crc32(text), 4],
      [content.length, 4],
      [Buffer.byteLength(text), 4],
      [title.length, 2],
    ] as const
    const about = [[20, 2], [0, 2], [isPacked ? 8 : 0, 2], [0, 4], ...sizes] as const
    // Where the list begins a row has one field more, and what comes after.
    const place = [
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [(0o100000 | mode) << 16, 4],
      [parts.length, 4],
    ] as const
    list = Buffer.concat([list, numbers([0x02014b50, 4], [20, 2], ...about, ...place), title])
    parts = Buffer.concat([
      parts,
      numbers([0x04034b50, 4], ...about, [3, 2]),
      title,
      Buffer.from('abc'),
      content,
    ])
  }
  const remark = Buffer.from('a remark')
  const count = files.length
  const end = numbers(
    [0x06054b50, 4],
    [0, 4],
    [count, 2],
    [count, 2],
    [list.length, 4],
    [parts.length, 4],
    [8, 2],
  )
  return Buffer.concat([parts, list, end, remark])
}

test('files of an archive are found with their modes and words, packed or not', () => {
  const files = [
    { name: 'a/electron', mode: 0o755, text: 'run '.repeat(1000), isPacked: true },
    { name: 'a/größe.txt', mode: 0o644, text: 'as it is', isPacked: false },
  ]
  const folder = mkdtempSync(join(tmpdir(), 'janus-zip-'))
  const path = join(folder, 'x.zip')
  writeFileSync(path, archive(files))
  openZip(path, (entries) => {
    const found = entries.map(({ name, mode, read }) => ({ name, mode, text: read().toString('utf8') }))
    expect(found).toEqual(files.map(({ name, mode, text }) => ({ name, mode, text })))
  })
  rmSync(folder, { recursive: true })
})
