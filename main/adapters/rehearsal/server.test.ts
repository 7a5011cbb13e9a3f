import { request as httpRequest } from 'node:http'
import type { Message } from '@anthropic-ai/sdk/resources/messages'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startRehearsalModel } from './server.ts'
import { startRehearsal, type WatchedRehearsalModel } from './testing/watched-model.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

let model: WatchedRehearsalModel

beforeEach(async () => {
  model = await startRehearsal({ routes: true })
})

afterEach(() => model.close())

function post(path: string, body: unknown, url = model.url): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return fetch(url + path, {
    method: 'POST',
    body: text,
    headers: { 'x-claude-code-session-id': 'session-1' },
  })
}

function prompt(content: string, more: object = {}) {
  return {
    model: 'some-model',
    max_tokens: 100,
    messages: [{ role: 'user', content }],
    tools: [{ name: 'Bash' }],
    ...more,
  }
}

test('an answer comes whole, or as a stream of events', async () => {
  const whole = (await (await post('/v1/messages', prompt('say: hi'))).json()) as Message
  expect(whole).toMatchObject({
    type: 'message',
    model: 'some-model',
    stop_reason: 'end_turn',
    content: [{ text: 'hi' }],
  })
  const stream = await post('/v1/messages?beta=true', prompt('say: hi', { stream: true }))
  expect(stream.headers.get('content-type')).toContain('text/event-stream')
  const events = (await stream.text()).split('\n\n').map((part) => part.split('\n')[0])
  expect(events.slice(0, -1)).toEqual([
    'event: message_start',
    'event: content_block_start',
    'event: content_block_delta',
    'event: content_block_stop',
    'event: message_delta',
    'event: message_stop',
  ])
})

test('it counts tokens and has no other routes', async () => {
  expect(await (await post('/v1/messages/count_tokens', prompt('x'.repeat(400)))).json()).toEqual({
    input_tokens: expect.toSatisfy((count: number) => count > 100 && count < 200),
  })
  const other = await fetch(`${model.url}/v1/complete`)
  expect(other.status).toBe(404)
  expect(await other.json()).toMatchObject({ type: 'error', error: { type: 'not_found_error' } })
})

test.each([
  ['no JSON', '{"model":', 'The body is not valid JSON.'],
  ['no object', 'null', 'model: a string is required'],
  ['no messages', '{"model":"m"}', 'messages: a list is required'],
  ['broken messages', '{"model":"m","messages":[7]}', 'TypeError'],
])('it refuses %s', async (_, body, words) => {
  const answer = await post('/v1/messages', body)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    error: { type: 'invalid_request_error', message: expect.stringContaining(words) },
  })
})

test('it refuses a body over 32 MB', async () => {
  const answer = await post('/v1/messages', ' '.repeat(32 * 1024 * 1024 + 1))
  expect(answer.status).toBe(413)
})

test('a gate holds an answer until it is released', async () => {
  const answer = post('/v1/messages', prompt('wait: door\nsay: in'))
  await model.held('door')
  expect(model.release('other')).toBe(0)
  expect(model.release('door')).toBe(1)
  expect(await (await answer).json()).toMatchObject({ content: [{ text: 'in' }] })
})

test('an opened gate holds no answer', async () => {
  const opened = await startRehearsal()
  const ask = () => post('/v1/messages', prompt('wait: door\nsay: in'), opened.url)
  const first = ask()
  await opened.held('door')
  expect(opened.open('door')).toBe(1)
  for (const answer of [await first, await ask()])
    expect(await answer.json()).toMatchObject({ content: [{ text: 'in' }] })
  await opened.close()
})

test('a disconnected client no longer waits', async () => {
  let tell = (_: string): void => {}
  const watched = await startRehearsal({ log: (line) => tell(line) })
  const client = httpRequest(`${watched.url}/v1/messages`, { method: 'POST' })
  client.on('error', () => {})
  client.end(JSON.stringify(prompt('wait: door')))
  await watched.held('door')
  const line = new Promise<string>((resolve) => (tell = resolve))
  client.destroy()
  expect(await line).toBe('POST /v1/messages: the client is gone')
  expect(watched.release('door')).toBe(0)
  await watched.close()
})

test('it records requests with their conversation', async () => {
  const sessions: string[] = []
  const stop = model.onRequest((_, { session }) => sessions.push(session))
  await post('/v1/messages', prompt('say: a'))
  stop()
  await post('/v1/messages', prompt('say: b'))
  expect(sessions).toEqual(['session-1'])
  expect(model.requests().map((body) => body.messages[0]?.content)).toEqual(['say: a', 'say: b'])
})

test('tests in other processes can do the same over HTTP', async () => {
  const answer = post('/v1/messages', prompt('wait: door\nsay: in'))
  expect(await (await fetch(`${model.url}/rehearsal/held/door`)).json()).toEqual({ held: 'door' })
  expect(await (await post('/rehearsal/release/door', '')).json()).toEqual({ released: 1 })
  expect((await answer).status).toBe(200)
  expect(await (await post('/rehearsal/open/door', '')).json()).toEqual({ released: 0 })
  expect(await (await fetch(`${model.url}/rehearsal/requests`)).json()).toMatchObject([
    { model: 'some-model' },
  ])
})

test('the model of the app has neither gates nor routes, and is on loopback only', async () => {
  const plain = await startRehearsalModel()
  expect(plain.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const answer = await post('/v1/messages', prompt('wait: door\nsay: in'), plain.url)
  expect(await answer.json()).toMatchObject({ content: [{ text: '`wait:` works only in tests.\nin' }] })
  for (const path of ['/rehearsal/requests', '/rehearsal/held/door']) {
    expect((await fetch(plain.url + path)).status).toBe(404)
  }
  await plain.close()
})

test('closing cuts open answers', async () => {
  const answer = post('/v1/messages', prompt('wait: door', { stream: true }))
  await model.held('door')
  await model.close()
  await expect(answer.then((response) => response.text())).rejects.toThrow()
})

test('a port in use is reported as such', async () => {
  const port = Number(new URL(model.url).port)
  await expect(startRehearsalModel({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('the rehearsal model runs as a program of its own, with routes for tests', async () => {
  const program = spawn(process.execPath, [fileURLToPath(new URL('testing/serve.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface({ input: program.stdout }), 'line')) as [string]
  const url = /^rehearsal: (http:\/\/127\.0\.0\.1:\d+)$/.exec(line)?.[1] ?? line
  expect(await (await fetch(`${url}/rehearsal/requests`)).json()).toEqual([])
  program.kill('SIGTERM')
  expect(await once(program, 'exit')).toEqual([0, null])
})
