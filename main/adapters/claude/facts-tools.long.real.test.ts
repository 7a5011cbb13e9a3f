import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Options } from '@anthropic-ai/claude-agent-sdk'
import { describe, expect, onTestFinished, test } from 'vitest'
import { awaitLimit } from '../../contract/limits.ts'
import { signal } from '../processes/system-processes.ts'
import { childEnvironment } from './environment.ts'
import { appears } from '../processes/testing/real-agents.ts'
import { RealBackend } from './real-backend.ts'
import { FactsCli } from './real-facts.ts'
import { makeLaunch } from '../../testing/launch.ts'

const echo = 'call: mcp__janus-agents__echo {"text":"x"}\nsay: done'

// What the CLI does with servers of tools that it reaches over HTTP.
describe('the tools over HTTP', () => {
  test('the token is on no command line and in no environment, of the CLI or of a command', async () => {
    const facts = await open()
    await facts.turn(echo)
    const [first] = facts.tools.heard
    expect(first?.token).toMatch(/^secret-of-/)
    const secret = first?.token ?? ''
    expect(facts.argv.join(' ')).not.toContain(secret)
    expect(facts.argv.join(' ')).not.toContain('Bearer')
    if (process.platform === 'linux')
      for (const file of ['cmdline', 'environ'])
        expect(readFileSync(`/proc/${String(facts.pid)}/${file}`, 'latin1')).not.toContain(secret)
    await facts.turn('call: Bash {"command":"env; ps -eo args"}\nsay: done')
    expect(facts.lastRequest()).not.toContain(secret)
  })

  test('are asked past the person’s proxy as a tab is started, and else through it, token and all', async () => {
    const seen: string[] = []
    const proxy = createServer((req, res) => {
      seen.push(req.headers.authorization ?? '')
      res.writeHead(502).end()
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    onTestFinished(() => void proxy.close())
    const url = `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`
    const person = { HTTP_PROXY: url, HTTPS_PROXY: url, http_proxy: url, https_proxy: url }
    // Nothing pinned: only the environment speaks.
    const bare = (options: Options): Options => ({ ...options, settings: { permissions } })
    const permissions = { allow: ['mcp__janus-agents'] }
    const asTab = await open(bare, childEnvironment(person, {}))
    await asTab.turn(echo)
    expect(asTab.tools.heard.map(({ method }) => method)).toContain('tools/call')
    expect(seen).toEqual([])
    // Without what a tab is given: this is why.
    const reached = once(proxy, 'request')
    await open(bare, person)
    await reached
    expect(seen[0]).toMatch(/^Bearer secret-of-/)
  })

  test('a call may wait as long as Janus lets it', { timeout: 120_000 }, async () => {
    const facts = await open()
    const seconds = awaitLimit / 1000 + 3
    await facts.turn(`call: mcp__janus-agents__wait {"seconds":"${String(seconds)}"}\nsay: done`)
    expect(facts.lastRequest()).toContain(`after ${String(seconds)} s`)
  })

  test('a call that is stopped is told so, and its connection stays until the CLI ends', async () => {
    const facts = await open()
    const end = facts.end()
    facts.write('call: mcp__janus-agents__hold {"name":"a"}\nsay: done')
    await appears(join(facts.home, 'held-a'))
    await facts.cli.interrupt()
    await end
    expect(facts.tools.heard.at(-1)?.method).toBe('notifications/cancelled')
    writeFileSync(join(facts.home, 'go-a'), '')
    await facts.turn(echo)
  })

  test('a CLI that dies in a call leaves its connection', async () => {
    const facts = await open()
    facts.write('call: mcp__janus-agents__hold {"name":"b"}\nsay: done')
    await appears(join(facts.home, 'held-b'))
    const gone = new Promise<string>((resolve) => (facts.tools.onGone = resolve))
    signal(facts.pid, 'SIGKILL')
    expect(await gone).toBe('tools/call')
    writeFileSync(join(facts.home, 'go-b'), '')
  })

  test('a process that is started anew has the new token, and the old one is nobody’s', async () => {
    const real = await RealBackend.start()
    onTestFinished(() => real.close())
    const of = { kind: 'claude', cwd: real.work, conversation: randomUUID() } as const
    for (const run of [1, 2]) {
      const launch = makeLaunch({ ...of, conversed: run > 1 })
      real.backend.perform({ do: 'agent.start', agent: 'agt-a', run, launch })
      await real.heard.next('agt-a', 'process.ready')
      const frame = randomUUID()
      real.backend.perform({
        ...{ do: 'agent.write', agent: 'agt-a', run, frame, text: echo, human: true, how: 'begin' },
      })
      await real.heard.next('agt-a', 'turn.ended')
    }
    const calls = real.tools.heard.filter(({ method }) => method === 'tools/call')
    expect(new Set(calls.map(({ token }) => token)).size).toBe(2)
  })

  test('each call is a request of its own, and no stream is needed', async () => {
    const facts = await open()
    await facts.turn(echo)
    await facts.turn(echo)
    const calls = facts.tools.heard.filter(({ path }) => path === '/mcp/agents').map(({ method }) => method)
    expect(calls.slice(-3)).toEqual(['tools/list', 'tools/call', 'tools/call'])
    expect(calls).toContain('initialize')
  })
})

/** One CLI for one test. */
async function open(...settings: Parameters<typeof FactsCli.start>): Promise<FactsCli> {
  const facts = await FactsCli.start(...settings)
  onTestFinished(() => facts.close())
  return facts
}
