import { expect, test } from 'vitest'
import { planAnswer } from '../plan.ts'
import { readMessages } from './anthropic.ts'

const name = 'mcp__janus-agents__open_tab'
const announced =
  '# Environment\n\nThe following deferred tools are now available via ToolSearch. Their schemas are NOT loaded.\n' +
  `WebFetch\n${name}\n\nAvailable agent types for the Agent tool:\n- claude: all`
const asked = (tools: readonly string[], words = announced) =>
  readMessages({
    model: 'rehearsal',
    max_tokens: 1000,
    messages: [
      { role: 'user', content: 'call: open_tab {"name":"Bea"}' },
      { role: 'system', content: words },
    ],
    tools: tools.map((tool) => ({ name: tool, input_schema: { type: 'object' } })),
  })

test('a deferred tool is loaded by its name, then called', () => {
  expect(planAnswer(asked(['ToolSearch']))).toEqual([
    { do: 'call', tool: 'ToolSearch', input: { query: `select:${name}` }, done: null },
  ])
  expect(planAnswer(asked(['ToolSearch', name]))).toEqual([
    { do: 'call', tool: name, input: { name: 'Bea' }, done: 1 },
  ])
})

test.each([
  ['no tool loads it', [], announced],
  ['it stands in other words', ['ToolSearch'], `${name}\n`],
])('a tool is not there where %s', (_, tools, words) => {
  expect(asked(tools, words).tools.map((tool) => tool.name)).toEqual(tools)
})
