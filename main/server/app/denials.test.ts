import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeniedRequestView } from '../../contract/app/denied-requests.ts'
import type { GatheringReport } from '../../contract/api/reports.ts'
import type { Page } from '../../contract/api/views.ts'
import { serveDomain, type ServedDomain } from '../../testkit/served/served-domain.ts'

let served: ServedDomain
let circle = ''
beforeAll(async () => {
  served = await serveDomain(['Ann', 'Bob', 'Cat'])
  const plan = {
    topic: 'Names',
    question: 'Which?',
    harvester: { agent: 'Cat' },
    user: { number: 1 },
    participants: [{ agent: 'Ann' }, { agent: 'Bob' }],
  }
  circle = ((await served.call('user', 'POST', '/gatherings', plan)).body as GatheringReport).id
})
afterAll(() => served.close())

const page = async (query = ''): Promise<Page<DeniedRequestView>> => {
  const { status, body } = await served.call('user', 'GET', `/refused${query}`)
  expect(status).toBe(200)
  return body as Page<DeniedRequestView>
}

test('stale pieces are on record by who tried, from the API and the window', async () => {
  const turnId = 'grt-zzzzzzzzzz'
  expect(await served.call('Bob', 'POST', '/gatherings/pass', { turnId })).toMatchObject({
    status: 409,
    code: 'stale_turn',
  })
  expect((await page()).items).toMatchObject([
    {
      code: 'stale_turn',
      by: { kind: 'agent', id: served.id('Bob') },
      name: 'Bob',
      route: 'gatherings.pass',
    },
  ])
  const late = served.janus.window('gatherings.say', { id: circle, text: 'A canary.', turnId })
  await expect(late).rejects.toThrow('moved on')
  const { items } = await page('?limit=1')
  expect(items).toMatchObject([{ code: 'stale_turn', by: { kind: 'window' }, route: 'gatherings.say' }])
  expect(JSON.stringify(items)).not.toContain('canary')
})

test('a deleted agent is known by its id', async () => {
  await served.add('Dan')
  const id = served.id('Dan')
  await served.call('Dan', 'POST', '/agents/Ann/message', { message: 'x', from: 'Bob' })
  expect((await page('?limit=1')).items).toMatchObject([{ code: 'sender_mismatch', name: 'Dan' }])
  await served.call('user', 'DELETE', '/agents/Dan?forever=true')
  // The token is revoked, but still identifies its agent.
  await served.call('Dan', 'GET', '/agents')
  expect((await page('?limit=2')).items).toMatchObject([
    { code: 'unauthorized', token: 'revoked', by: { kind: 'agent', id }, name: null },
    { code: 'sender_mismatch', by: { kind: 'agent', id }, name: null },
  ])
})

test('agents are not told what is on record', async () => {
  expect(await served.call('Ann', 'GET', '/refused')).toMatchObject({ status: 403, code: 'not_allowed' })
})

test('pages go on where they ended', async () => {
  const all = await page()
  const first = await page('?limit=1')
  const rest = await page(`?cursor=${String(first.next)}`)
  expect([...first.items, ...rest.items]).toEqual(all.items)
})
