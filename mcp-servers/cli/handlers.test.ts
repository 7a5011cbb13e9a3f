import { expect, test } from 'vitest'
import { openTerminal } from '../testing/terminal.ts'

const terminal = openTerminal()

test('janus handlers lists the rules of an agent in their order, and says how one is made', async () => {
  const rule = { id: 'hdl-1', name: 'Aw\u001bay', place: 0, on: true, did: 3, lastAt: null }
  terminal.api.answers([
    { ...rule, words: 'When a message from any agent arrives, answer “Later.”' },
    {
      ...rule,
      id: 'hdl-2',
      name: 'Hold',
      on: false,
      did: 0,
      words: 'When a question from Bob arrives, hold it.',
    },
  ])
  expect(await terminal.prints('handlers', 'Ann B')).toMatchInlineSnapshot(`
    "HANDLER       DID  NAME        WHAT IT DOES
    hdl-1    on   3    Aw\\u{1b}ay  When a message from any agent arrives, answer “Later.”
    hdl-2    off       Hold        When a question from Bob arrives, hold it."
  `)
  expect(terminal.api.requests.map(({ url }) => url)).toEqual(['/api/agents/Ann%20B/handlers'])
  terminal.api.answers([])
  expect(await terminal.prints('handlers', 'Ann')).toMatch(/^Ann has no handlers/)
  expect(await terminal.janus('handlers')).toBe(2)
})
