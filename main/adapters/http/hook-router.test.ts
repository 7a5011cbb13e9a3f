import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { startServer } from './server.ts'

test('a webhook is called with its own secret in a header; a wrong, missing or second one, or a web page, is refused', async () => {
  const [log, denied]: [string[], string[]] = [[], []]
  let fired = 0
  const server = await startServer({
    ask: () => Promise.reject(new Error('nobody asks')),
    identities: { holder: () => null, formerHolder: () => null } as never,
    hooks: (id, secret) => {
      const isRight = id === 'hb-one' && secret === 'right'
      if (isRight) fired += 1
      return Promise.resolve(isRight ? { accepted: true } : null)
    },
    port: 0,
    log: (line) => log.push(line),
    note: (one) => denied.push(JSON.stringify(one)),
  })
  onTestFinished(() => server.close())
  const call = async (id: string, headers: Record<string, string>, method = 'POST') => {
    const body = method === 'POST' ? { body: 'anything' } : {}
    const answer = await fetch(`${server.url}/api/hooks/${id}`, { method, headers, ...body })
    return [answer.status, (await answer.json()) as unknown] as const
  }
  const right = { 'x-janus-hook-secret': 'right' }
  expect(await call('hb-one', right)).toEqual([202, { accepted: true }])
  const refused = [
    401,
    { error: { code: 'unauthorized', message: expect.stringMatching(/webhook/) as string } },
  ]
  for (const [id, headers] of [
    ['hb-one', {}],
    ['hb-one', { 'x-janus-hook-secret': 'hidden' }],
    ['hb-two', right],
  ] as const)
    expect(await call(id, headers)).toEqual(refused)
  expect((await call('hb-one', { ...right, origin: 'https://example.org' }))[0]).toBe(403)
  expect((await call('hb-one', right, 'GET'))[0]).toBe(401)
  const two = request(`${server.url}/api/hooks/hb-one`, {
    method: 'POST',
    headers: { 'x-janus-hook-secret': ['right', 'hidden'] },
  })
  two.end()
  const [answer] = (await once(two, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(401)
  expect(fired).toBe(1)
  expect([...log, ...denied].join()).not.toContain('hidden')
})
