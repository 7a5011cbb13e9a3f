import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FakeApi, type Step } from '../testing/fake-api.ts'

const program = fileURLToPath(new URL('main.ts', import.meta.url))

/** A spawned `janus-agents`, addressed with lines of JSON as the CLI does. */
class Spawned {
  readonly child: ChildProcessWithoutNullStreams
  readonly exit: Promise<unknown[]>
  readonly #waiting = new Map<number, (answer: Record<string, unknown>) => void>()
  #id = 0

  constructor(command: string, args: string[]) {
    this.child = spawn(command, args)
    this.exit = once(this.child, 'exit')
    this.child.stderr.resume()
    this.child.stdin.on('error', () => {})
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      const answer = JSON.parse(line) as { id: number; result: Record<string, unknown> }
      this.#waiting.get(answer.id)?.(answer.result)
    })
  }

  ask(method: string, params: object): Promise<Record<string, unknown>> {
    const id = ++this.#id
    const answer = new Promise<Record<string, unknown>>((resolve) => this.#waiting.set(id, resolve))
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return answer
  }

  async greet(): Promise<this> {
    const client = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    }
    await this.ask('initialize', client)
    this.child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
    return this
  }

  send(toolUseId: string, more: object = {}): Promise<Record<string, unknown>> {
    const _meta = { callId: toolUseId }
    return this.ask('tools/call', {
      name: 'send_to_agent',
      arguments: { target: 'Bob', message: 'hello', ...more },
      _meta,
    })
  }
}

let api: FakeApi
const spawned: Spawned[] = []
beforeEach(async () => {
  api = new FakeApi()
  await api.start()
})
afterEach(async () => {
  for (const { child } of spawned.splice(0)) child.kill('SIGKILL')
  await api.close()
})

function start(): Promise<Spawned> {
  const server = new Spawned(process.execPath, [program, api.identityPath])
  spawned.push(server)
  return server.greet()
}

test('sends, and ends when its input ends', async () => {
  const server = await start()
  expect((await server.send('toolu_1'))['structuredContent']).toMatchObject({ accepted: true })
  server.child.stdin.end()
  expect(await server.exit).toEqual([0, null])
})

test('reads a call as its model means it', async () => {
  const server = await start()
  const listed = await server.ask('tools/call', { name: 'list_agents', arguments: null })
  expect(listed['structuredContent']).toMatchObject({ self: 'Ann' })
  await server.send('toolu_1', { target: '@Bob', priority: '', link: null, expect_reply: 'true' })
  expect(api.requests.at(-1)).toMatchObject({
    url: '/api/agents/Bob/message',
    body: { message: 'hello', expectReply: true },
  })
})

test('says so when it is started without an identity', async () => {
  const server = new Spawned(process.execPath, [program])
  expect(await server.exit).toEqual([2, null])
})

test('ends when its parent is killed, even if its pipes stay open', async () => {
  const parentCode = `
    const { spawn } = require('node:child_process')
    spawn(process.execPath, ${JSON.stringify([program, api.identityPath])}, { stdio: 'inherit' })`
  const parent = new Spawned(process.execPath, ['-e', parentCode])
  spawned.push(parent)
  await parent.greet()
  const ended = once(parent.child.stdout, 'close')
  parent.child.kill('SIGKILL')
  await parent.exit
  await ended
})

test('goes on when nobody reads any more what it says of itself', async () => {
  const server = await start()
  const closed = once(server.child.stderr, 'close')
  server.child.stderr.destroy()
  await closed
  // A null answer makes the tool throw, which it logs.
  api.otherwise = () => ({ status: 200, value: null })
  for (let times = 0; times < 3; times++)
    expect((await server.send(`toolu_${String(times)}`))['isError']).toBe(true)
  api.otherwise = () => null
  expect((await server.send('toolu_9'))['structuredContent']).toMatchObject({ accepted: true })
})

describe('killed in the middle of a call', () => {
  const steps: Step[] = ['arrived', 'committed', 'half-answered']
  test.each(steps)('when the request has %s: the same call again is done once', async (killed) => {
    const first = await start()
    api.at = async (step) => {
      if (step !== killed || first.child.killed) return
      first.child.kill('SIGKILL')
      await first.exit
    }
    void first.send('toolu_1')
    await first.exit
    const second = await start()
    expect((await second.send('toolu_1'))['structuredContent']).toMatchObject({
      message_id: 'msg-0000000001',
    })
    expect(api.messages.size).toBe(1)
  })

  test.skipIf(process.platform === 'win32')(
    'stopped by the system in the middle of a call, it goes on with it; another does the same call meanwhile, and it is done once',
    async () => {
      const first = await start()
      const stopped = Promise.withResolvers<undefined>()
      api.at = (step) => {
        if (step !== 'committed') return
        api.at = () => undefined
        first.child.kill('SIGSTOP')
        stopped.resolve(undefined)
      }
      const answer = first.send('toolu_1')
      await stopped.promise
      const second = await start()
      const same = { message_id: 'msg-0000000001' }
      expect((await second.send('toolu_1'))['structuredContent']).toMatchObject(same)
      first.child.kill('SIGCONT')
      expect((await answer)['structuredContent']).toMatchObject(same)
      expect(api.messages.size).toBe(1)
    },
  )

  test('while it waits for a reply: the same call again waits for the same one, and gets it', async () => {
    const first = await start()
    api.answerSend = {
      delivered: true,
      state: 'answered',
      reply: { messageId: 'msg-0000000002', text: '42' },
    }
    api.at = async (step) => {
      if (step !== 'committed' || first.child.killed) return
      first.child.kill('SIGKILL')
      await first.exit
    }
    void first.send('toolu_1', { await_seconds: 50 })
    await first.exit
    const second = await start()
    const { structuredContent } = await second.send('toolu_1', { await_seconds: 50 })
    expect(structuredContent).toMatchObject({ reply: { message_id: 'msg-0000000002', text: '42' } })
    // A retry waits only for the time that is left.
    expect(api.requests.map(({ body }) => body)).toMatchObject(
      [1, 2].map(() => ({ idempotencyKey: 'call-toolu_1', awaitMs: expect.any(Number) as number })),
    )
    expect(api.messages.size).toBe(1)
  })

  test('two at once with one token do the same call once', async () => {
    const both = await Promise.all([start(), start()])
    const answers = await Promise.all(both.map((server) => server.send('toolu_1')))
    expect(answers[0]).toEqual(answers[1])
    expect(api.messages.size).toBe(1)
  })
})
