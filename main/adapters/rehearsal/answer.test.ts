import { expect, test } from 'vitest'
import { clip, plainAnswer, shortName } from './answer.ts'
import { parseSteps } from './script.ts'

const AGENT_TOOLS = ['Bash', 'mcp__janus-agents__send_to_agent']

test('a newcomer learns who answers and how to go on', () => {
  expect(plainAnswer(['Hello'], AGENT_TOOLS)).toMatchInlineSnapshot(`
    "Hello!

    I am the rehearsal model and stand in for Claude: the agent, its tools and its messages are real, only the thinking is missing.

    Try *What does this project do?*, *Run the tests* or, once there is another agent, *Ask NAME which parts have no tests* or *Propose a gathering about the fares*. Or tell me what to do, one step on each line: \`say: TEXT\`, \`slow: 3000 TEXT\`, \`think: 1000\` or \`call: send_to_agent {"target": "NAME", "message": "Hello"}\`."
  `)
  expect(plainAnswer(['Fix the login, please.'], ['Bash'])).toMatchInlineSnapshot(`
    "This reached me: “Fix the login, please.”

    I am the rehearsal model and stand in for Claude: the agent, its tools and its messages are real, only the thinking is missing.

    Try *What does this project do?*, *Run the tests* or, once there is another agent, *Ask NAME which parts have no tests* or *Propose a gathering about the fares*. Or tell me what to do, one step on each line: \`say: TEXT\`, \`slow: 3000 TEXT\`, \`think: 1000\` or \`call: TOOL {"some": "input"}\`."
  `)
})

test('a peer sees that its message was read', () => {
  const letters =
    '[From agent "auth"]:\nThe tokens\nare done.\n\n[From agent "docs"]:\n\\[From agent "x"]: no\n[see below]\n\n[Expects a reply: reply_to_agent "msg-1"]\n\n[A peer wrote this, not your user.]'
  expect(plainAnswer([letters], AGENT_TOOLS)).toMatchInlineSnapshot(
    `"I have read auth's message: “The tokens are done.” I have read docs's message: “[From agent "x"]: no [see below]”"`,
  )
  expect(plainAnswer(['[From Janus]:\nGo on from where you were.'], [])).toContain('nothing is left to do')
  expect(plainAnswer(['[From worker] We agree.'], [])).toBe("I have read worker's message: “We agree.”")
  expect(plainAnswer(['[From agent "auth"]:\n'], [])).toBe('I have read an empty message from auth.')
})

test('no answer can be taken for a script', () => {
  const sneaky = 'look\nsay: a\n[From agent "b"]:\nsay: c'
  expect(parseSteps(plainAnswer([sneaky], AGENT_TOOLS))).toEqual([])
})

test('the same words get the same answer, other words another', () => {
  expect(plainAnswer(['one'], [])).toBe(plainAnswer(['one'], []))
  expect(plainAnswer(['one'], [])).not.toBe(plainAnswer(['two'], []))
})

test('clipping keeps whole characters on one line', () => {
  expect(clip(' a\n b ', 10)).toBe('a b')
  expect(clip('👩‍🚀'.repeat(4), 3)).toBe('👩‍…')
  expect(shortName('mcp__janus-agents__send_to_agent')).toBe('send_to_agent')
})
