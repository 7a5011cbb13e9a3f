import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fencedIn, piecesOf } from './pieces.ts'

test('the pieces together are the text', () => {
  const line = fc.constantFrom(
    'words',
    '- item',
    '  more',
    '```',
    '   ```',
    '~~~~',
    '> quote',
    '',
    '',
    '1. one',
  )
  const text = fc.array(line, { maxLength: 40 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, (whole) => {
      expect(piecesOf(whole).join('')).toBe(whole)
    }),
  )
})

test('a piece ends where its block surely does', () => {
  expect(piecesOf('one\ntwo\n\nthree')).toEqual(['one\ntwo\n\n', 'three'])
  expect(piecesOf('- one\n\n- two\n\n  under two\n\nwords')).toEqual([
    '- one\n\n- two\n\n  under two\n\n',
    'words',
  ])
  expect(piecesOf('```\na\n\nb\n```\n\nwords')).toEqual(['```\na\n\nb\n```\n\n', 'words'])
})

test('one fenced block is read without a parser', () => {
  expect(fencedIn('```ts\na\n\nb\n```\n')).toEqual({ language: 'ts', code: 'a\n\nb', isClosed: true })
  expect(fencedIn('````md\n```\nx')).toEqual({ language: 'md', code: '```\nx', isClosed: false })
  expect(fencedIn('```ts')).toEqual({ language: 'ts', code: '', isClosed: false })
  for (const other of ['words', '```a`b\n', '```\na\n```\nmore', '- ```\na', ''])
    expect(fencedIn(other)).toBe(null)
})
