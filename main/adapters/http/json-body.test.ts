import { Readable } from 'node:stream'
import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { refusalOf } from './refusals.ts'
import { readJson } from './json-body.ts'

function read(...pieces: (string | Buffer)[]): Promise<unknown> {
  return readJson(Readable.from(pieces.map((piece) => Buffer.from(piece))) as IncomingMessage)
}

async function wordsFor(body: string | Buffer): Promise<string> {
  const error: unknown = await read(body).then(
    () => null,
    (reason: unknown) => reason,
  )
  return refusalOf(error).message
}

describe('reads', () => {
  test('whatever the pieces it comes in', async () => {
    const body = Buffer.from('{"message":"é😀","x":[1,{"y":null}]}')
    const pieces = [...body].map((byte) => Buffer.from([byte]))
    expect(await read(...pieces)).toEqual({ message: 'é😀', x: [1, { y: null }] })
  })

  test('brackets, commas and quotes inside strings', async () => {
    for (const message of [
      '"[' + '['.repeat(100),
      ','.repeat(20_000),
      '\\"'.repeat(99) + '{',
      '\\',
      '"',
      '"'.repeat(50_000),
    ]) {
      expect(await read(JSON.stringify({ message }))).toEqual({ message })
    }
  })
})

describe('says what is wrong with', () => {
  test.each([
    ['nothing', '', 'The body is empty; send a JSON object.'],
    ['an array', '[]', 'The body must be a JSON object.'],
    ['a number', '7', 'The body must be a JSON object.'],
    ['null', 'null', 'The body must be a JSON object.'],
    ['half of it', '{"a":', 'The body is not valid JSON in UTF-8.'],
    ['deep arrays', `{"a":${'['.repeat(40)}${']'.repeat(40)}}`, 'The JSON is nested too deeply.'],
    ['deep objects', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`, 'The JSON is nested too deeply.'],
    ['many parts', `{"a":[${'0,'.repeat(20_000)}0]}`, 'The JSON has too many parts.'],
    [
      'broken UTF-8',
      Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      'The body is not valid JSON in UTF-8.',
    ],
    ['32 MB', Buffer.alloc(32_000_000, 0x20), 'The request is too large; a message has at most 1 MiB.'],
  ])('%s', async (_, body, words) => {
    expect(await wordsFor(body)).toBe(words)
  })

  test('a request that breaks off', async () => {
    const broken = new Readable({ read: () => {} })
    const asked = readJson(broken as IncomingMessage)
    broken.push('{"a"')
    broken.destroy()
    await expect(asked).rejects.toThrow('The request broke off.')
  })
})
