import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import type { AgentId } from '../../contract/api/model.ts'
import type { BackendHarness } from '../../testkit/suites/backend/backend-desk.ts'
import { toolPrograms } from '../../adapters/processes/testing/real-agents.ts'
import { callsOf, type RealCodex, type RealCodexOptions } from './real-codex.ts'
import { FactsCodex } from './real-facts.ts'

const a: AgentId = 'agt-aaaaaaaaaa'

let facts: FactsCodex
let real: RealCodex
let desk: BackendHarness

afterEach(() => real.close())

async function open(options: RealCodexOptions = {}): Promise<void> {
  facts = await FactsCodex.open(options)
  ;({ real, desk } = facts)
}

describe('tools', () => {
  test('of Janus are not asked about, and told by the id that their server gets', async () => {
    await open()
    await desk.start(a)
    desk.write(a, ['call: echo {"text":"hi"}', 'say: done'])
    const { block } = await real.heard.next(a, 'block.said')
    expect(block).toMatchObject({ kind: 'tool', tool: { name: 'echo', kind: 'own', own: { text: 'hi' } } })
    await real.heard.next(a, 'turn.ended')
    const { meta, environment } = JSON.parse(callsOf(real, a)) as {
      meta: Record<string, unknown>
      environment: string[]
    }
    expect(meta['callId']).toBe(block.kind === 'tool' ? block.call : '')
    expect(environment).toContain('JANUS_PROCESS')
    expect(facts.asked).toBe(0)
  })

  test('may be served by Janus itself, by a token that is on no command line and in no file', async () => {
    const token = 'token-of-the-agent'
    const seen: { readonly method: string; readonly token: string | undefined; readonly call: unknown }[] = []
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        const told = JSON.parse(body || '{}') as Told
        seen.push({
          method: told.method,
          token: request.headers.authorization,
          call: told.params?._meta?.['callId'],
        })
        if (told.id === undefined) return response.writeHead(202).end()
        const answer = JSON.stringify({ jsonrpc: '2.0', id: told.id, result: served(told) })
        return response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
    await open({ endpoints: { urls: { 'janus-agents': url, 'janus-history': url }, token } })
    await desk.start(a)
    desk.write(a, ['call: mcp__janus_agents__echo {"text":"hi"}', 'say: done'])
    const { block } = await real.heard.next(a, 'block.said')
    expect(await facts.result()).toBe('served')
    const call = block.kind === 'tool' ? block.call : ''
    expect(seen).toContainEqual({ method: 'tools/call', token: `Bearer ${token}`, call })
    for (const place of ['cmdline', 'environ'])
      expect(readFileSync(`/proc/${real.pid(a)}/${place}`, 'latin1')).not.toContain(token)
    for (const file of readdirSync(real.codexHome, { recursive: true, withFileTypes: true }))
      if (file.isFile()) expect(readFileSync(join(file.parentPath, file.name), 'latin1')).not.toContain(token)
  })

  test('of another server are asked about; what was allowed for good is not asked again', async () => {
    const { command, args } = toolPrograms['janus-agents']
    await open({
      settings: (home) =>
        `[mcp_servers.other]\nrequired = true\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify([...args, join(home, 'other')])}\n`,
    })
    await desk.start(a)
    const call = 'call: mcp__other__shout {"text":"hi"}'
    desk.write(a, [call, 'say: done'])
    const card = await real.heard.next(a, 'card.asked')
    expect(card).toMatchObject({ title: 'Use other.shout?', input: 'text: hi' })
    desk.decide(a, card.request, { kind: 'allow', suggestion: 0 })
    expect(await facts.result()).toBe('echo hi')
    expect(await desk.ask(a, [call, 'say: again'])).toMatchObject({ text: 'again' })
    expect(facts.asked).toBe(1)
  })

  test('a question of the model is a card, and its answer goes back', async () => {
    await open()
    await desk.start(a)
    const question = { id: 'q', header: 'H', question: 'Which?', options: [option('A'), option('B')] }
    desk.write(a, [`call: request_user_input ${JSON.stringify({ questions: [question] })}`, 'say: done'])
    const card = await real.heard.next(a, 'card.asked')
    expect(card).toMatchObject({ kind: 'question', questions: [{ text: 'Which?', isMany: false }] })
    desk.decide(a, card.request, { kind: 'allow', answers: { 'Which?': 'B' } })
    await real.heard.next(a, 'turn.ended')
    expect(JSON.stringify(real.model.heard().at(-1)?.body)).toContain(String.raw`{\"answers\":[\"B\"]}`)
  })
})

interface Told {
  readonly id?: number
  readonly method: string
  readonly params?: { readonly protocolVersion?: string; readonly _meta?: Readonly<Record<string, unknown>> }
}

/** Answers as little as Codex needs of a server. */
function served({ method, params }: Told): object {
  if (method === 'initialize') {
    const serverInfo = { name: 'served', version: '1' }
    return { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo }
  }
  const inputSchema = { type: 'object', properties: { text: { type: 'string' } } }
  if (method === 'tools/list') return { tools: [{ name: 'echo', description: 'Says it back.', inputSchema }] }
  return method === 'tools/call' ? { content: [{ type: 'text', text: 'served' }] } : {}
}

const option = (label: string) => ({ label, description: label.toLowerCase() })
