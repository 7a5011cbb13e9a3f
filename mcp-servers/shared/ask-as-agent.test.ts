import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createServerOfBytes, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { RefusedError } from '../../main/contract/api/errors.ts'
import type { SendResult } from '../../main/contract/mail/mail-views.ts'
import { sendAsAgent as sendBy } from '../agents/send.ts'
import { FakeApi, type Step } from '../testing/fake-api.ts'
import { askAsAgent, type AskAsAgent } from './ask-as-agent.ts'

let api: FakeApi
let ask: AskAsAgent
beforeEach(async () => {
  api = new FakeApi()
  await api.start()
  ask = askAsAgent(api.identityPath)
})
afterEach(() => api.close())

function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '0']).pid
}

function ownStart(): string {
  const stat = readFileSync('/proc/self/stat', 'latin1')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

function send(by: AskAsAgent, key: string, awaitMs?: number): Promise<SendResult> {
  const { signal } = new AbortController()
  return sendBy(by, 'Bob', 'hello', awaitMs === undefined ? {} : { awaitMs }, { key, signal })
}

async function refusalOf(asked: Promise<unknown>): Promise<string> {
  const error: unknown = await asked.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(RefusedError)
  return error instanceof RefusedError ? error.refusal.message : ''
}

describe('anyone who listens where Janus was gets no token', () => {
  test.each([
    ['its process is gone', () => ({ pid: deadPid(), startedAt: null })],
    ['its process is gone, and it told when it started', () => ({ pid: deadPid(), startedAt: '1' })],
    ['another process has its number', () => ({ pid: process.pid, startedAt: '1' })],
  ])('%s', async (_, owner) => {
    api.writeIdentity({ owner: owner() })
    expect(await refusalOf(ask('agents.list', {}))).toBe('Janus is not running.')
    expect(await refusalOf(send(ask, 'k'))).toBe('Janus is not running.')
    expect(api.requests).toEqual([])
  })

  test('not one byte of it, though somebody answers on that port', async () => {
    const heard: string[] = []
    const squatter = createServerOfBytes((socket) => {
      socket.on('data', (data) => {
        heard.push(String(data))
        socket.destroy()
      })
    })
    squatter.listen(0, '127.0.0.1')
    await once(squatter, 'listening')
    const url = `http://127.0.0.1:${String((squatter.address() as AddressInfo).port)}/api`
    api.writeIdentity({ url, owner: { pid: deadPid(), startedAt: null } })
    await refusalOf(ask('agents.list', {}))
    await refusalOf(send(ask, 'k'))
    expect(heard).toEqual([])
    // With a live owner the token is sent: only the owner check prevents that.
    api.writeIdentity({ url, owner: { pid: process.pid, startedAt: null } })
    await refusalOf(ask('agents.list', {}))
    expect(heard.join('')).toContain(api.token)
    squatter.close()
  })

  test('but the one that is alive does', async () => {
    api.writeIdentity({ owner: { pid: process.pid, startedAt: existsSync('/proc') ? ownStart() : null } })
    expect((await ask('agents.list', {})).length).toBe(2)
  })

  test('nor does an address that is not ours, or where it points to', async () => {
    for (const url of [
      'http://evil.com/api',
      'http://127.0.0.1.evil.com:80/api',
      'http://127.0.0.1:80@evil.com/api',
    ]) {
      api.writeIdentity({ url })
      expect(await refusalOf(ask('agents.list', {}))).toContain('cannot be read')
    }
    const seen: string[] = []
    const pointing = createServer((req, res) => {
      seen.push(req.url ?? '')
      res.writeHead(307, { location: `http://127.0.0.1:${String(api.port)}/api/agents` }).end()
    })
    pointing.listen(0, '127.0.0.1')
    await once(pointing, 'listening')
    api.writeIdentity({ url: `http://127.0.0.1:${String((pointing.address() as AddressInfo).port)}/api` })
    expect(await refusalOf(ask('agents.list', {}))).toContain('did not answer')
    expect([...new Set(seen), api.requests.length]).toEqual(['/api/agents', 0])
    pointing.close()
    pointing.closeAllConnections()
  })
})

describe('the identity file', () => {
  test('is read again for every call, so a new token counts at once', async () => {
    await ask('agents.list', {})
    api.token = 'second-token-of-this-agent'
    expect(await refusalOf(ask('agents.list', {}))).toBe('This needs a token.')
    api.writeIdentity({})
    expect((await ask('agents.list', {})).length).toBe(2)
  })

  test.each([0o644, 0o660, 0o604])('with mode %o is not used', async (mode) => {
    chmodSync(api.identityPath, mode)
    expect(await refusalOf(ask('agents.list', {}))).toContain('can access the file')
    expect(api.requests).toEqual([])
  })

  test('that is a link, gone, or broken is not used', async () => {
    renameSync(api.identityPath, `${api.identityPath}.real`)
    expect(await refusalOf(ask('agents.list', {}))).toContain('no longer has access')
    symlinkSync(`${api.identityPath}.real`, api.identityPath)
    expect(await refusalOf(ask('agents.list', {}))).toContain('no longer has access')
    rmSync(api.identityPath)
    for (const text of ['', '{', 'null', '{"url":1}']) {
      writeFileSync(api.identityPath, text, { mode: 0o600 })
      expect(await refusalOf(ask('agents.list', {}))).toContain('cannot be read')
    }
  })
})

describe('a connection that breaks', () => {
  const steps: Step[] = ['arrived', 'committed', 'half-answered']
  test.each(steps)('once, when %s, is tried again by the client itself', async (broken) => {
    let cuts = 0
    api.at = (step, cut) => {
      if (step === broken && cuts++ === 0) cut()
    }
    expect((await send(ask, 'call-1')).messageId).toBe('msg-0000000001')
    expect(api.messages.size).toBe(1)
  })

  test.each(steps)(
    'for good, when %s, is told; another server with the same token does it once',
    async (broken) => {
      api.at = (step, cut) => {
        if (step === broken) cut()
      }
      expect(await refusalOf(send(ask, 'call-1'))).toContain('It is safe to try again')
      api.at = () => {}
      const second = askAsAgent(api.identityPath)
      const [a, b] = await Promise.all([send(second, 'call-1'), send(ask, 'call-1')])
      expect(a).toEqual(b)
      expect([...api.messages.values()]).toEqual([{ id: 'msg-0000000001', to: 'Bob', message: 'hello' }])
    },
  )

  test('an answer that does not come is not waited for', async () => {
    let release = () => {}
    api.at = (step) =>
      step === 'committed' ? new Promise<void>((resolve) => (release = resolve)) : undefined
    const hasty = askAsAgent(api.identityPath, 50)
    expect(await refusalOf(hasty('agents.list', {}))).toContain('did not answer')
    release()
  })

  test('one that waits for a reply is not given up with the others', async () => {
    let held: (() => void)[] | null = []
    api.at = (step) =>
      step === 'committed' && held !== null ? new Promise<void>((resolve) => held?.push(resolve)) : undefined
    const hasty = askAsAgent(api.identityPath, 50)
    const waiting = send(hasty, 'call-1', 50_000)
    expect(await refusalOf(hasty('agents.list', {}))).toContain('did not answer')
    // Either request may arrive first.
    for (const release of held.splice(0)) release()
    held = null
    expect(await waiting).toMatchObject({ messageId: 'msg-0000000001' })
  })

  test('waits for what is left of its time when it is tried again, with the same key', async () => {
    let cuts = 0
    api.at = (step, cut) => {
      if (step === 'committed' && cuts++ === 0) cut()
    }
    expect(await send(ask, 'call-1', 999_999)).toMatchObject({ messageId: 'msg-0000000001' })
    const bodies = api.requests.map(({ body }) => body as { awaitMs: number; idempotencyKey: string })
    expect(bodies.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['call-1', 'call-1'])
    expect(bodies.every(({ awaitMs }) => awaitMs > 40_000 && awaitMs <= 50_000)).toBe(true)
    expect(api.messages.size).toBe(1)
  })

  test('what is not JSON, or not of Janus, is no answer', async () => {
    const odd = createServer((_req, res) => res.writeHead(500).end('{"error":"x"}'))
    odd.listen(0, '127.0.0.1')
    await once(odd, 'listening')
    api.writeIdentity({ url: `http://127.0.0.1:${String((odd.address() as AddressInfo).port)}/api` })
    expect(await refusalOf(ask('agents.list', {}))).toBe('Janus gave no reason.')
    odd.close()
    odd.closeAllConnections()
  })
})
