import { once } from 'node:events'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LineGuard, type LineProblem } from './lines.ts'

/** Returns the lines that pass and the problems of the others. */
async function pass(
  chunks: readonly Buffer[],
  limit?: number,
): Promise<{ lines: string[]; kept: LineProblem[] }> {
  const kept: LineProblem[] = []
  const guard = new LineGuard((problem) => void kept.push(problem), limit)
  const out = await text(Readable.from(chunks, { objectMode: false }).pipe(guard))
  return { lines: out.split('\n').slice(0, -1), kept }
}

function cutUp(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const chunks: Buffer[] = []
  for (let at = 0, n = 0; at < bytes.length; n++) {
    const size = Math.max(1, sizes[n % Math.max(1, sizes.length)] ?? bytes.length)
    chunks.push(bytes.subarray(at, at + size))
    at += size
  }
  return chunks
}

const frame = fc
  .record({ type: fc.constant('system'), text: fc.string({ unit: 'binary' }), more: fc.jsonValue() })
  .map((value) => JSON.stringify(value))
const sizes = fc.array(fc.integer({ min: 1, max: 70 }), { minLength: 1, maxLength: 8 })

test('every good line comes through whole and in order, wherever the bytes are cut', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { maxLength: 12 }), sizes, fc.boolean(), async (frames, cuts, crlf) => {
      const end = crlf ? '\r\n' : '\n'
      const bytes = Buffer.from(frames.map((line) => line + end).join(''))
      const { lines, kept } = await pass(cutUp(bytes, cuts))
      expect(kept).toEqual([])
      expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
        frames.map((line) => JSON.parse(line) as unknown),
      )
    }),
  )
})

test('whatever else comes is kept back, and costs no good line', async () => {
  const noise = fc
    .uint8Array({ minLength: 1, maxLength: 80 })
    .map((bytes) => Buffer.from(bytes.filter((b) => b !== 10)))
  const row = fc.oneof(
    frame.map((line) => ({ good: true, bytes: Buffer.from(line) })),
    noise.map((bytes) => ({ good: false, bytes })),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 20 }), sizes, async (rows, cuts) => {
      const bytes = Buffer.concat(rows.flatMap(({ bytes: part }) => [part, Buffer.from('\n')]))
      const { lines } = await pass(cutUp(bytes, cuts))
      const good = rows
        .filter(({ good: is }) => is)
        .map(({ bytes: part }) => JSON.parse(part.toString()) as unknown)
      expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(good)
    }),
  )
})

test.each([
  ['a prompt of a shell', 'hello\n', 'not_json'],
  ['half an object', '{"type":"system"\n', 'not_json'],
  ['a list', '[{"type":"system"}]\n', 'not_json'],
  ['null', 'null\n', 'not_json'],
  ['an object of no type', '{"a":1}\n', 'not_json'],
  ['an answer without one', '{"type":"control_response"}\n', 'not_json'],
  ['a request without one', '{"type":"control_request","request":null}\n', 'not_json'],
  ['colours', '\u001b[31m{"type":"system"}\u001b[0m\n', 'not_json'],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d, 0x0a]), 'not_utf8'],
  ['an end in the middle of a line', '{"type":"system"}', 'torn'],
] as const)('%s is kept back and named', async (_what, bytes, problem) => {
  const { lines, kept } = await pass([Buffer.from('{"type":"before"}\n'), Buffer.from(bytes)])
  expect(lines).toEqual(['{"type":"before"}'])
  expect(kept).toEqual([problem])
})

test('blank lines, a byte order mark and separators of Unicode do no harm', async () => {
  const line = JSON.stringify({ type: 'system', text: 'a\u2028b\u2029c' })
  const { lines, kept } = await pass([Buffer.from(`\n\r\n  \n\uFEFF${line}\r\n{"type":\r"x"}\n`)])
  expect(kept).toEqual([])
  expect(lines).toHaveLength(2)
  expect(JSON.parse(lines[0] ?? '')).toEqual({ type: 'system', text: 'a\u2028b\u2029c' })
  // Readers take these for line ends.
  expect(lines.join('')).not.toMatch(/[\r\u2028\u2029]/)
})

test('a line as long as a pipe holds comes through, cut at 65,536 bytes', async () => {
  const line = JSON.stringify({ type: 'system', text: 'é'.repeat(200_000) })
  const { lines, kept } = await pass(cutUp(Buffer.from(`${line}\n{"type":"next"}\n`), [65_536]))
  expect(kept).toEqual([])
  expect(lines).toEqual([line, '{"type":"next"}'])
})

test('a line beyond the limit is dropped up to its end, and the next one read', async () => {
  const long = `{"type":"system","text":"${'x'.repeat(5000)}"}`
  const { lines, kept } = await pass(cutUp(Buffer.from(`${long}\n{"type":"next"}\n`), [64]), 1000)
  expect(kept).toEqual(['too_long'])
  expect(lines).toEqual(['{"type":"next"}'])
})

test('of a line that never ends no more is kept than the limit', async () => {
  const [limit, chunk] = [1024 * 1024, Buffer.alloc(64 * 1024, 'x')]
  const kept: LineProblem[] = []
  const guard = new LineGuard((problem) => void kept.push(problem), limit)
  const out = text(guard)
  const all: number[] = []
  for (let n = 0; n < 4096; n++) {
    if (!guard.write(chunk)) await once(guard, 'drain')
    // What the guard keeps, and what is buffered on both sides of it.
    all.push(guard.keptBytes + guard.writableLength + guard.readableLength)
  }
  guard.end('\n{"type":"next"}\n')
  expect(await out).toBe('{"type":"next"}\n')
  expect(kept).toEqual(['too_long'])
  // After 256 MiB: it keeps up to one line of 1 MiB, which may still end, and nothing of a longer one.
  expect(Math.max(...all)).toBe(limit)
  expect(all.at(-1)).toBe(0)
})
