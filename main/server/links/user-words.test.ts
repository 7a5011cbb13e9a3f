import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LinkSaid } from '../../contract/links/link-views.ts'
import type { LinkReport } from '../../contract/api/reports.ts'
import { messageLimit } from '../../contract/api/limits.ts'
import { serveDomain, type ServedDomain } from '../../testkit/served/served-domain.ts'

let served: ServedDomain
let link = ''

const call = (method: string, path: string, body?: object) => served.call('user', method, path, body)
const say = (message: unknown, more: object = {}) =>
  call('POST', `/links/${link}/message`, { message, ...more })

beforeEach(async () => {
  served = await serveDomain(['Ann', 'Bob', 'Cat'])
  const open = { members: ['Ann', 'Bob'], mode: 'mentions', name: 'Fares', purpose: 'Fix the fares.' }
  link = ((await call('POST', '/links', open)).body as LinkReport).id
})
afterEach(() => served.close())

describe('what the user says in a link', () => {
  test.each([
    ['Hello.', {}, [], ['Ann', 'Bob']],
    ['@ann look', {}, ['Ann'], ['Bob']],
    ['@all look, `@nobody`', {}, ['Ann', 'Bob'], []],
    ['@Ann and @Zoe, look', { quiet: true }, [], ['Ann', 'Bob']],
  ])('%j %j wakes %j', async (message, more, wakes, absorbs) => {
    const { status, body } = await say(message, more)
    expect([status, (body as LinkSaid).wakes, (body as LinkSaid).absorbs]).toEqual([200, wakes, absorbs])
  })

  test('stands in its log and its export, uses no message, and is found in the timeline', async () => {
    await say('@Ann, mind the ferry.')
    const read = async (path: string) => JSON.stringify((await call('GET', path)).body)
    const report = (await call('GET', '/links')).body as { items: LinkReport[] }
    expect(report.items[0]).toMatchObject({ name: 'Fares', crossings: 0, budget: { used: 0 } })
    expect(await read(`/links/${link}/crossings`)).toContain('mind the ferry')
    expect(await read(`/links/${link}/export`)).toContain('mind the ferry')
    expect(await read(`/timeline?q=ferry&link=${link}`)).toContain('mind the ferry')
  })

  test.each([
    ['@Zoe look', 404, 'unknown_agent'],
    ['', 400, 'empty_message'],
    [' \n', 400, 'empty_message'],
    ['/compact', 400, 'bad_request'],
    ['x'.repeat(messageLimit + 1), 413, 'too_large'],
    [7, 400, 'bad_request'],
  ])('%.9j is refused', async (message, status, code) => {
    expect(await say(message)).toMatchObject({ status, code })
    expect((await call('GET', `/links/${link}/crossings`)).body).toMatchObject({ items: [] })
  })

  test('of a mebibyte goes', async () => {
    expect((await say('x'.repeat(messageLimit))).status).toBe(200)
  })

  test.each([
    ['PATCH', '', { mode: 'paused' }],
    ['PATCH', '', { mode: 'converse' }],
    ['POST', '/close', {}],
  ])('is refused after %s %s %j', async (method, path, body) => {
    await call(method, `/links/${link}${path}`, body)
    expect(await say('Hello.')).toMatchObject({ status: 409, code: 'wrong_state' })
  })

  test('goes to no link that is not there', async () => {
    expect(await call('POST', '/links/lnk-zzzzzzzzzz/message', { message: 'Hello.' })).toMatchObject({
      status: 404,
      code: 'not_found',
    })
  })
})

test('the user gives a link a name and takes it away', async () => {
  const named = async (name: string) =>
    ((await call('PATCH', `/links/${link}`, { name })).body as LinkReport).name
  expect(await named('Timetable')).toBe('Timetable')
  expect(await named('')).toBeNull()
  expect((await call('PATCH', `/links/${link}`, { name: 'x'.repeat(41) })).status).toBe(400)
})
