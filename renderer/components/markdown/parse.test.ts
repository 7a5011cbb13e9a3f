import fc from 'fast-check'
import { expect, test } from 'vitest'
import { growingReader, parseMarkdown, fencedIn, piecesOf } from './parse.ts'

const line = fc.constantFrom(
  'Plain words and `code` with **weight**.',
  '- one',
  '  - under it',
  '1. first',
  '> quoted',
  '```ts',
  'const x = 1',
  '```',
  '| a | b |',
  '|---|---|',
  '| 1 | 2 |',
  '# Heading',
  'Setext',
  '===',
  '---',
  '<div>',
  '    indented',
  '[link](https://example.com)',
  '[^1]: note',
  '',
  '',
)
const text = fc.array(line, { maxLength: 30 }).map((lines) => lines.join('\n'))
const isPlain = (text: string) => {
  const blocks = parseMarkdown(text)
  return blocks.every((block) => block.node.type === 'text')
}

test('reading it as it grows ends where reading it at once does', () => {
  fc.assert(
    fc.property(text, fc.array(fc.integer({ min: 1, max: 40 })), (whole, steps) => {
      const read = growingReader()
      let end = 0
      for (const step of steps) read.grow(whole.slice(0, (end += step)))
      read.grow(whole)
      // More paragraphs settle the tail, whose completion is not part of the text.
      const done = `${whole}\n\n\`\`\`\n\`\`\`\n\nThe end.\n\nOver.`
      const types = (blocks: ReturnType<typeof parseMarkdown>) => blocks.map((block) => block.node.type)
      expect(types(read.grow(done))).toEqual(types(parseMarkdown(done)))
      expect(types(read.settle(done))).toEqual(types(parseMarkdown(done)))
    }),
  )
})

test('an open mark is completed while it grows', () => {
  const read = growingReader()
  const [block] = read.grow('so **bold')
  expect(block?.node.type === 'paragraph' && block.node.children.map((child) => child.type)).toEqual([
    'text',
    'strong',
  ])
})

test('a settled block stays the same object', () => {
  const read = growingReader()
  const before = read.grow('one\n\ntwo\n\nthree\n\nfour')
  const after = read.grow('one\n\ntwo\n\nthree\n\nfour and more')
  expect(after[0]).toBe(before[0])
  expect(after).toHaveLength(4)
})

test('another text begins again', () => {
  const read = growingReader()
  read.grow('one\n\ntwo\n\nthree\n\nfour')
  expect(read.grow('alone').map((block) => block.source)).toEqual(['alone'])
})

test('what would hold up the window is shown as it is', () => {
  const hard = [
    'x'.repeat(300_000),
    '> '.repeat(5_000),
    '- '.repeat(5_000),
    '['.repeat(50_000),
    '[a]'.repeat(2_000),
    '*a_b'.repeat(2_000),
    '`a'.repeat(4_000),
    'a\n'.repeat(5_000),
    '1) a\n\n'.repeat(5_000),
    Array.from({ length: 100 }, (_, depth) => `${' '.repeat(depth * 2)}- a`).join('\n'),
  ]
  for (const text of hard) expect(isPlain(text)).toBe(true)
})

test('what people and agents write is not too hard', () => {
  const code = 'const a = [b[c[0]]] as *_*\n'.repeat(2_500)
  const list = '- an item with `code` and [a link](https://example.com)\n'.repeat(400)
  const table = `| a | b |\n|---|---|\n${'| `x` | y |\n'.repeat(400)}`
  for (const text of [`\`\`\`ts\n${code}\`\`\``, list, table]) expect(isPlain(text)).toBe(false)
})

test('a long answer is read piece by piece, and only its hard parts are plain', () => {
  const easy = 'Some **words** of an answer.\n\n```ts\nconst a = 1\n\nconst b = 2\n```\n\n'.repeat(2_000)
  const blocks = parseMarkdown(`${easy}${'*a_b'.repeat(2_000)}\n\nThe end.`)
  expect(blocks.filter((block) => block.node.type === 'code')).toHaveLength(2_000)
  expect(blocks.filter((block) => block.node.type === 'text')).toHaveLength(1)
  expect(blocks.at(-1)?.node.type).toBe('paragraph')
})

test('code that grows is not read again, whatever its length', () => {
  const read = growingReader()
  const code = 'const a = 1\n'.repeat(20_000)
  read.grow(`Look:\n\n\`\`\`ts\n${code}`)
  const [before, block] = read.grow(`Look:\n\n\`\`\`ts\n${code}const`)
  expect(before?.source).toBe('Look:')
  expect(block?.node).toEqual({ type: 'code', lang: 'ts', value: `${code}const` })
  const settled = read.settle(`Look:\n\n\`\`\`ts\n${code}const\n\`\`\`\n\nDone.`)
  expect(settled.map((one) => one.node.type)).toEqual(['paragraph', 'code', 'paragraph'])
  expect(settled[0]).toBe(before)
})

test('links that are defined further down are read with the whole text', () => {
  const read = growingReader()
  const text = 'See [it][1].\n\none\n\ntwo\n\n[1]: https://example.com'
  read.grow(text)
  const [first] = read.settle(text)
  expect(first?.node.type === 'paragraph' && first.node.children[1]?.type).toBe('linkReference')
})

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
