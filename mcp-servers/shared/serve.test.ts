import { Client } from '@modelcontextprotocol/sdk/client'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { CallToolResultSchema, type CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentTools } from '../agents/tools.ts'
import { historyTools } from '../history/tools.ts'
import { refusedCalls, writtenCalls } from '../testing/written-calls.ts'
import { createServer, tableOf } from './serve.ts'
import type { Tool } from './tool.ts'
import { join } from 'node:path'

/** All tools of both servers, returning their input. */
const echoing = [...agentTools.tools.values(), ...historyTools.tools.values()].map(({ tool }): Tool => ({
  ...tool,
  call: (_ask, input) => Promise.resolve({ fields: input, text: '' }),
}))

const client = new Client({ name: 'test', version: '1' })
beforeAll(async () => {
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  await createServer(
    tableOf('all', echoing),
    () => Promise.reject(new Error('not asked')),
    () => {},
  ).connect(theirs)
  await client.connect(ours)
})
afterAll(() => client.close())

/** Sends any parameters, which the client's own `callTool` would reject. */
function call(params: Record<string, unknown>): Promise<CallToolResult> {
  return client.request({ method: 'tools/call', params }, CallToolResultSchema)
}

async function refusalOf(params: Record<string, unknown>): Promise<string> {
  const { isError, structuredContent } = await call(params)
  expect(isError).toBe(true)
  return (structuredContent as { error: { message: string } }).error.message
}

test('what every request of every agent carries is short', () => {
  const all = [agentTools, historyTools].flatMap(({ name, tools }) =>
    [...tools.values()].map(({ tool, entry }) => ({
      isRare: tool.isRare === true,
      name: `mcp__${name}__${tool.name}`,
      description: entry.description,
      input_schema: entry.inputSchema,
    })),
  )
  // A program that can defer tools sends only the names of rare ones at the start.
  const sent = all.map(({ isRare, ...tool }) => (isRare ? tool.name : JSON.stringify(tool)))
  expect(all.flatMap(({ isRare, name }) => (isRare ? [name] : []))).toEqual([
    'mcp__janus-agents__close_link',
    'mcp__janus-agents__set_trigger',
    'mcp__janus-agents__list_heartbeats',
    'mcp__janus-agents__keep_heartbeat',
    'mcp__janus-agents__cancel_heartbeat',
    'mcp__janus-agents__add_task',
    'mcp__janus-agents__list_tasks',
    'mcp__janus-agents__claim_task',
    'mcp__janus-agents__finish_task',
    'mcp__janus-agents__claim_files',
    'mcp__janus-agents__open_tab',
    'mcp__janus-history__search_history',
    'mcp__janus-history__read_thread',
  ])
  expect(sent.join('\n').length).toBeLessThan(8_500)
  const whole = JSON.stringify(all, (key, value: unknown) => (key === 'isRare' ? undefined : value))
  expect(whole.length).toBeLessThan(13_000)
})

test('the corpus has calls of every tool', () => {
  const called = new Set(writtenCalls.map(([, tool]) => tool))
  expect(echoing.map(({ name }) => name).filter((name) => !called.has(name))).toEqual([])
})

test.each(writtenCalls)('%s writes %s %j', async (_model, name, written, read) => {
  const { structuredContent } = await call({ name, arguments: written })
  expect(structuredContent).toEqual(read)
})

test.each(refusedCalls)('%s writes %s %j, which is refused', async (_model, name, written, refusal) => {
  expect(await refusalOf({ name, arguments: written })).toBe(refusal)
})

describe('a call', () => {
  test('without arguments is one with none', async () => {
    expect((await call({ name: 'list_agents' })).structuredContent).toEqual({})
  })

  test('of a tool that does not exist is told which do', async () => {
    const { length } = echoing
    expect(length).toBe(23)
    const refusal = await refusalOf({ name: 'sing', arguments: null })
    expect(refusal).toMatch(/^There is no tool "sing"\. There are: list_agents, .*read_thread\.$/)
    expect(await refusalOf({ name: 7 })).toMatch(
      /^Say by "name" which tool you mean\. There are: list_agents,/,
    )
  })

  test('with arguments that are nested very deeply is refused', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    for (const written of [{ agents: deep }, { agents: ['Bea'], extra: deep }, deep])
      expect(await refusalOf({ name: 'open_link', arguments: written })).toMatch(
        /^(There is no|"agents|The req)/,
      )
  })
})

test('the tools are listed word for word as they were; `npx vitest run listed -u` keeps them again', async () => {
  const listed = [agentTools, historyTools].map(({ name, tools }) => ({
    name,
    tools: [...tools.values()].map(({ entry }) => entry),
  }))
  for (const { tools } of listed)
    for (const { name, description } of tools) expect(description?.length, name).toBeLessThan(400)
  const kept = join(import.meta.dirname, '..', 'fixtures', 'tools.json')
  await expect(`${JSON.stringify(listed, null, 2)}\n`).toMatchFileSnapshot(kept)
})
