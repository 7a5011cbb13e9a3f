import { createSdkMcpServer, tool } from '@anthropic-ai/claude-agent-sdk'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { RealCli } from '../../backends/claude/real-cli.ts'
import { startRehearsal, type WatchedRehearsalModel } from './testing/watched-model.ts'

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

test('a prompt steered into a turn is answered in it', async () => {
  const result = cli.next((message) => message.type === 'result')
  cli.write('wait: here\ncall: take_note {"text":"a"}\nsay: mine')
  await model.held('here')
  const queued = cli.next((message) => JSON.stringify(message).includes('"state":"queued"'))
  cli.write('[From agent "b"]:\nLook here.', { isSynthetic: true, client_composed: true, priority: 'next' })
  await queued
  model.release('here')
  expect(await result).toMatchObject({ result: "mine\nI have read b's message: “Look here.”" })
})

const urgent = { isSynthetic: true, client_composed: true, priority: 'now' } as const
const resume = '[Janus]:\nYou were interrupted by b; go on.'

test.each([
  ['before its first word', 'wait: here\nsay: mine', 'mine'],
  ['in its words', 'say: one\nwait: here\nsay: mine', 'one\nmine'],
  ['behind a tool', 'call: take_note {"text":"a"}\nwait: here\nsay: mine', 'mine'],
])('what an urgent message cut off %s goes on when told to', async (_, script, rest) => {
  const heard = cli.next(
    (message) => message.type === 'result' && JSON.stringify(message).includes('Look here.'),
  )
  cli.write(script)
  await model.held('here')
  cli.write('[From agent "b"]:\nLook here.', urgent)
  await heard
  const resumed = cli.next((message) => message.type === 'result')
  cli.write(resume, { isSynthetic: true, client_composed: true })
  await model.held('here')
  model.release('here')
  expect(await resumed).toMatchObject({ result: rest })
  expect(said).toEqual(script.startsWith('call') ? ['a'] : [])
})

test('the end of a background task is reported', async () => {
  const told = cli.next((message) => message.type === 'result' && JSON.stringify(message).includes('pier'))
  const input = { command: 'true', description: 'Watch the pier', run_in_background: true }
  cli.write(`call: Bash ${JSON.stringify(input)}\nsay: It runs.`)
  expect(JSON.stringify(await told)).toContain(
    String.raw`Background command \"Watch the pier\" completed (exit code 0).`,
  )
})
