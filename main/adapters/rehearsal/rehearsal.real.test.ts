import { createSdkMcpServer, tool } from '@anthropic-ai/claude-agent-sdk'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { RealCli } from '../../testing/real-cli.ts'
import { startRehearsal, type WatchedRehearsalModel } from './server.ts'

let model: WatchedRehearsalModel
let cli: RealCli
const said: string[] = []

beforeEach(async () => {
  said.length = 0
  const note = tool('take_note', 'Notes a text.', { text: z.string() }, ({ text }) => {
    said.push(text)
    return Promise.resolve({ content: [{ type: 'text', text: `noted ${text}` }] })
  })
  model = await startRehearsal()
  cli = await RealCli.start(model.url, {
    mcpServers: { notes: createSdkMcpServer({ name: 'notes', tools: [note], alwaysLoad: true }) },
    allowedTools: ['mcp__notes'],
  })
})

afterEach(async () => {
  await cli.close()
  await model.close()
})

test('the CLI gets a plain answer, and the next prompt of the conversation its own', async () => {
  expect(await cli.ask('Hello')).toContain('I am the rehearsal model')
  expect(await cli.ask('say: second')).toBe('second')
  expect(model.requests()).toHaveLength(2)
})

test('a script calls tools one after the other and goes on after each result', async () => {
  const script = [
    'say: first',
    'call: take_note {"text":"a"}',
    'call: mcp__notes__take_note {"text":"b"}',
    'say: last',
  ]
  expect(await cli.ask(script.join('\n'))).toBe('last')
  expect(said).toEqual(['a', 'b'])
  expect(model.requests()).toHaveLength(3)
  expect(await cli.ask('call: take_note {"text":"c"}')).toBe('`take_note` answered: `noted c`')
  expect(await cli.ask('call: nothing {}')).toContain('There is no tool called `nothing` here. There are: ')
})

test('text streams word by word, and an interrupt cuts it', async () => {
  const delta = cli.next(
    (message) => message.type === 'stream_event' && message.event.type === 'content_block_delta',
  )
  const result = cli.next((message) => message.type === 'result')
  cli.write('slow: 1 one two\nwait: here\nsay: never')
  await delta
  await model.held('here')
  await cli.interrupt()
  expect(await result).toMatchObject({ subtype: 'error_during_execution' })
  expect(await cli.ask('think: 1\nslow: 3 a b c')).toBe('a b c')
  expect(model.release('here')).toBe(0)
})

test('a prompt folded into a turn is answered in it', async () => {
  const result = cli.next((message) => message.type === 'result')
  cli.write('wait: here\ncall: take_note {"text":"a"}\nsay: mine')
  await model.held('here')
  const queued = cli.next((message) => JSON.stringify(message).includes('"state":"queued"'))
  cli.write('[From agent "b"]:\nLook here.', { isSynthetic: true, client_composed: true, priority: 'next' })
  await queued
  model.release('here')
  expect(await result).toMatchObject({ result: "mine\nI have read b's message: “Look here.”" })
})
