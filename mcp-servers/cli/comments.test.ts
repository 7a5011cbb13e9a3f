import { expect, test } from 'vitest'
import { openTerminal } from '../testing/terminal.ts'

const terminal = openTerminal()

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
  { ...comment, lines: ['+a', '+b'], lineStatus: { state: 'there', line: 3 } },
  { ...comment, lines: ['-a'], side: 'old', lineStatus: { state: 'changed' }, message: 'msg-1' },
]
test('janus comments lists, adds and sends comments on lines', async () => {
  terminal.api.answers(views)
  expect(await terminal.prints('comments', 'Ann')).toMatchInlineSnapshot(`
    "LINES               COMMENT  SENT     NOW
    src/a\\u{1b}.js:3-4  Why?     pending
    src/a\\u{1b}.js:3    Why?     sent     changed since"
  `)
  expect(await terminal.janus('comments', 'add', 'Ann', 'src/a.js:3-4', 'Why', 'half?')).toBe(0)
  expect(await terminal.janus('comments', 'add', 'Ann', 'src/a.js', 'Why?')).not.toBe(0)
  terminal.api.answers({ message: 'msg-1', comments: 2 })
  expect(await terminal.prints('comments', 'send', 'Ann', 'Please:')).toContain('2 comments sent (msg-1)')
  expect(terminal.api.asked).toMatchObject([
    ['GET /api/agents/Ann/comments'],
    ['POST /api/agents/Ann/comments', { path: 'src/a.js', line: 3, endLine: 4, text: 'Why half?' }],
    ['POST /api/agents/Ann/comments/send', { message: 'Please:' }],
  ])
})
