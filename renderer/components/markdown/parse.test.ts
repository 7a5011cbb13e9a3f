import fc from 'fast-check'
import { expect, test } from 'vitest'
import { growingReader, parseMarkdown } from './parse.ts'

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
const shape = (blocks: ReturnType<typeof parseMarkdown>) =>
  blocks?.map(({ at, source, node }) => [at, source, node.type])

test('reading it as it grows ends where reading it at once does', () => {
  fc.assert(
    fc.property(text, fc.array(fc.integer({ min: 1, max: 40 })), (whole, steps) => {
      const read = growingReader()
      let end = 0
      for (const step of steps) read(whole.slice(0, (end += step)))
      read(whole)
      // One more paragraph settles what a tail may still be: its completion is not part of the text.
      const done = `${whole}\n\n\`\`\`\n\`\`\`\n\nThe end.\n\nOver.`
      const grown = shape(read(done))
      expect(grown?.map(([, , type]) => type)).toEqual(shape(parseMarkdown(done))?.map(([, , type]) => type))
    }),
  )
})

test('an open mark is completed while it grows', () => {
  const read = growingReader()
  const [block] = read('so **bold') ?? []
  expect(block?.node.type === 'paragraph' && block.node.children.map((child) => child.type)).toEqual([
    'text',
    'strong',
  ])
})

test('a settled block stays the same object', () => {
  const read = growingReader()
  const before = read('one\n\ntwo\n\nthree\n\nfour') ?? []
  const after = read('one\n\ntwo\n\nthree\n\nfour and more') ?? []
  expect(after[0]).toBe(before[0])
  expect(after).toHaveLength(4)
})

test('another text begins anew', () => {
  const read = growingReader()
  read('one\n\ntwo\n\nthree\n\nfour')
  expect(read('alone')?.map((block) => block.source)).toEqual(['alone'])
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
  for (const text of hard) expect(parseMarkdown(text)).toBe(null)
})

test('what people and agents write is not too hard', () => {
  const code = 'const a = [b[c[0]]] as *_*\n'.repeat(2_500)
  const list = '- an item with `code` and [a link](https://example.com)\n'.repeat(400)
  const table = `| a | b |\n|---|---|\n${'| `x` | y |\n'.repeat(400)}`
  for (const text of [`\`\`\`ts\n${code}\`\`\``, list, table]) expect(parseMarkdown(text)).not.toBe(null)
})
