import type { Nodes } from 'mdast'
import { expect, test } from 'vitest'
import { parseMarkdown } from './parse.ts'

/** Formats a tree as `type(children)`; text is itself. */
function short(node: Nodes): string {
  if (node.type === 'text' || node.type === 'html') return node.value
  const name = node.type === 'tagged' ? node.tag : node.type
  const inside = 'children' in node ? node.children.map(short).join('') : ''
  return node.type === 'link' ? `link(${node.url})` : `${name}(${inside})`
}
const shown = (text: string) =>
  parseMarkdown(text)
    .map(({ node }) => short(node))
    .join('\n')

test.each(['between 3~8 mm and 4~9 mm', '~/.config/app and ~/.cache/app~old'])(
  'one tilde strikes nothing: %s',
  (text) => expect(shown(text)).toBe(`paragraph(${text})`),
)

test.each([
  ['两个~~删除。~~所以', 'paragraph(两个delete(删除。)所以)'],
  ['a ~~b~~ c', 'paragraph(a delete(b) c)'],
  ['这是**我想做的事。**所以继续。', 'paragraph(这是strong(我想做的事。)所以继续。)'],
  ['**「重要」**です', 'paragraph(strong(「重要」)です)'],
  ['*(참고)*입니다', 'paragraph(emphasis((참고))입니다)'],
  ['snake_case_name and 2*3*4', 'paragraph(snake_case_name and 2emphasis(3)4)'],
])('what is meant is marked: %s', (text, as) => expect(shown(text)).toBe(as))

test.each([
  ['见https://例え.jp/路径。后面的字', 'paragraph(见link(https://例え.jp/路径)。后面的字)'],
  ['https://a.jp/x（说明）', 'paragraph(link(https://a.jp/x)（说明）)'],
  ['www.a.jp/x，**后**面', 'paragraph(link(http://www.a.jp/x)，strong(后)面)'],
  ['https://a.jp。https://b.jp、c', 'paragraph(link(https://a.jp)。link(https://b.jp)、c)'],
  ['[。](https://a.jp/。)', 'paragraph(link(https://a.jp/。))'],
  ['see https://a.jp/x, then', 'paragraph(see link(https://a.jp/x), then)'],
])('an address ends at the punctuation after it: %s', (text, as) => expect(shown(text)).toBe(as))

test.each([
  ['a<br>b<BR/>c<br />d', 'paragraph(abreak()bbreak()cbreak()d)'],
  ['H<sub>2</sub>O, m<sup>**2**</sup>', 'paragraph(Hsub(2)O, msup(strong(2)))'],
  ['<kbd>Ctrl</kbd>+<kbd>C</kbd>', 'paragraph(kbd(Ctrl)+kbd(C))'],
  ['|a|\n|-|\n|x<br>y<sub>1</sub>|', 'table(tableRow(tableCell(a))tableRow(tableCell(xbreak()ysub(1))))'],
  ['one\n\n<br>\ntwo **3**', 'paragraph(one)\nparagraph(break()two strong(3))'],
])('a few tags are what they are for people: %s', (text, as) => expect(shown(text)).toBe(as))

test.each([
  '<sub class="x">a</sub>',
  'a <br onclick="x">',
  'a <b>b</b> <script>c</script>',
  '<kbd>a <sub>b</kbd> c',
  'a</sub>',
])('every other tag, and one without its end, is text: %s', (text) =>
  expect(shown(text)).toBe(`paragraph(${text})`),
)

test('links in a row without a space cost no more than their number allows', () => {
  const row = 'https://a.jp/。'.repeat(1_000)
  expect(shown(row).match(/link/g)).toHaveLength(9)
})
