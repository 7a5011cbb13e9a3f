import { expect, test } from 'vitest'
import { openEach } from '../testing/open-each.ts'
import { Terminal } from '../testing/terminal.ts'

const terminal = openEach(new Terminal())

const comment = {
  id: 'cmt-1',
  path: 'src/a\u001b.js',
  side: 'new',
  line: 3,
  text: 'Why?',
  message: null,
  at: 0,
}
const views = [
  { ...comment, lines: ['+a', '+b'], standing: { state: 'there', line: 3 } },
  { ...comment, lines: ['-a'], side: 'old', standing: { state: 'changed' }, message: 'msg-1' },
]
const answers = (value: unknown) => void (terminal.api.otherwise = () => ({ status: 200, value }))

test('janus comments lists, adds and sends comments on lines', async () => {
  answers(views)
  expect(await terminal.janus('comments', 'Ann')).toBe(0)
  expect(terminal.printed).toMatchInlineSnapshot(`
    "LINES               COMMENT  SENT     NOW
    src/a\\u{1b}.js:3-4  Why?     pending
    src/a\\u{1b}.js:3    Why?     sent     changed since"
  `)
  expect(await terminal.janus('comments', 'add', 'Ann', 'src/a.js:3-4', 'Why', 'half?')).toBe(0)
  expect(await terminal.janus('comments', 'add', 'Ann', 'src/a.js', 'Why?')).not.toBe(0)
  answers({ message: 'msg-1', comments: 2 })
  expect(await terminal.janus('comments', 'send', 'Ann', 'Please:')).toBe(0)
  expect(terminal.printed).toContain('2 comments sent (msg-1)')
  expect(terminal.api.requests.map(({ method, url, body }) => [method, url, body])).toMatchObject([
    ['GET', '/api/agents/Ann/comments', null],
    ['POST', '/api/agents/Ann/comments', { path: 'src/a.js', line: 3, endLine: 4, text: 'Why half?' }],
    ['POST', '/api/agents/Ann/comments/send', { message: 'Please:' }],
  ])
})
