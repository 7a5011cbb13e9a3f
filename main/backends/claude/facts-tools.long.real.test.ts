import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { awaitLimit } from '../../contract/api/limits.ts'
import { ownServers } from '../../contract/agents/tool-calls.ts'
import { signal } from '../../adapters/processes/system-processes.ts'
import { readBlocks } from './blocks.ts'
import { claudeEnvironment } from './environment.ts'
import { callIdMeta, servedClaudeTools } from './options.ts'
import { appears } from '../../adapters/processes/testing/real-agents.ts'
import { RealBackend } from './real-backend.ts'
import { FactsCli, openFacts } from './real-facts.ts'
import { startAgent } from '../testing/start-agent.ts'

const echo = 'call: mcp__janus-agents__echo {"text":"x"}\nsay: done'

describe('the tools over its pipes', () => {
  test('stand before the model in its first request, those of both servers', async () => {
    const facts = await openFacts()
    await facts.turn('say: done')
    const first = JSON.stringify(facts.model.requests()[0]?.tools)
    for (const server of ownServers) expect(first).toContain(`"mcp__${server}__echo"`)
  })

  test('are handed no secret, nor is anything listened to for them', async () => {
    const facts = await openFacts()
    await facts.turn(echo)
    expect(facts.tools.heard.filter(({ token }) => token !== null)).toEqual([])
    expect(facts.tools.heard.map(({ method }) => method)).toContain('tools/call')
  })

  test('each call names itself, as the stream names it', async () => {
    const facts = await openFacts()
    await facts.turn(echo)
    const [note] = readFileSync(join(facts.home, 'identity.calls'), 'utf8').trim().split('\n')
    const { meta } = JSON.parse(note ?? '{}') as { meta: Record<string, unknown> }
    const calls = facts.cli.heard.flatMap(readBlocks).filter(({ kind }) => kind === 'tool')
    expect(calls).toMatchObject([{ call: meta[callIdMeta] }])
  })

  test('a call may wait as long as Janus lets it', { timeout: 120_000 }, async () => {
    const facts = await openFacts()
    const seconds = awaitLimit / 1000 + 3
    await facts.turn(`call: mcp__janus-agents__wait {"seconds":"${String(seconds)}"}\nsay: done`)
    expect(facts.lastRequest()).toContain(`after ${String(seconds)} s`)
  })

  test('a call that is stopped is told so, and the next is answered', async () => {
    const facts = await openFacts()
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
    const facts = await openFacts()
    facts.write('call: mcp__janus-agents__hold {"name":"b"}\nsay: done')
    await appears(join(facts.home, 'held-b'))
    const gone = new Promise<string>((resolve) => (facts.tools.onGone = resolve))
    signal(facts.pid, 'SIGKILL')
    expect(await gone).toBe('tools/call')
    writeFileSync(join(facts.home, 'go-b'), '')
  })

  test('a process that is started again has servers of its own', async () => {
    const real = await RealBackend.start()
    onTestFinished(() => real.close())
    const of = { kind: 'claude', cwd: real.work, conversation: randomUUID() } as const
    for (const run of [1, 2]) {
      await startAgent(real, 'agt-a', { ...of, conversed: run > 1, run })
      await real.turn('agt-a', echo, { run })
    }
    const heard = real.tools.heard.map(({ method }) => method)
    expect(heard.filter((method) => method === 'tools/call')).toHaveLength(2)
    // One per server at each start.
    expect(heard.filter((method) => method === 'initialize').length).toBeGreaterThanOrEqual(4)
  })
})

// The alternative transport, for comparison.
describe('the tools over HTTP', () => {
  test('the token is on no command line and in no environment, of the CLI or of a command', async () => {
    const facts = await openFacts(overHttp)
    await facts.turn(echo)
    const secret = facts.tools.heard.find(({ token }) => token !== null)?.token ?? ''
    expect(secret).toMatch(/^secret-of-/)
    expect(facts.argv.join(' ')).not.toContain(secret)
    expect(facts.argv.join(' ')).not.toContain('Bearer')
    if (process.platform === 'linux')
      for (const file of ['cmdline', 'environ'])
        expect(readFileSync(`/proc/${String(facts.pid)}/${file}`, 'latin1')).not.toContain(secret)
    await facts.turn('call: Bash {"command":"env; ps -eo args"}\nsay: done')
    expect(facts.lastRequest()).not.toContain(secret)
  })

  test('are asked past the user’s proxy as a tab is started, and else through it, token and all', async () => {
    const seen: string[] = []
    const proxy = createServer((req, res) => {
      seen.push(req.headers.authorization ?? '')
      res.writeHead(502).end()
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    onTestFinished(() => void proxy.close())
    const url = `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`
    const user = { HTTP_PROXY: url, HTTPS_PROXY: url, http_proxy: url, https_proxy: url }
    // Without pinned settings only the environment applies.
    const bare: Change = (options, tools) => ({ ...overHttp(options, tools), settings: { permissions } })
    const permissions = { allow: ['mcp__janus-agents'] }
    const asTab = await openFacts(bare, claudeEnvironment(user, {}))
    await asTab.turn(echo)
    expect(asTab.tools.heard.map(({ method }) => method)).toContain('tools/call')
    expect(seen).toEqual([])
    // Without the tab's environment the proxy is used, which is why tabs pin it.
    const reached = once(proxy, 'request')
    await openFacts(bare, user)
    await reached
    expect(seen[0]).toMatch(/^Bearer secret-of-/)
  })
})

type Change = NonNullable<Parameters<typeof FactsCli.start>[0]>

const overHttp: Change = (options, tools) => ({
  ...options,
  // The rule against servers with Janus's names applies to in-process servers only.
  settings: { ...(options.settings as object), deniedMcpServers: [] },
  mcpServers: { ...servedClaudeTools(tools.identity(join(dirname(options.cwd ?? ''), 'identity')).tools) },
})
