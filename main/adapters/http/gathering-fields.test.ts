import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiRoutes } from '../../contract/api/agents-api.ts'
import { newToken, serve, type Served } from '../../testkit/served/served.ts'

let served: Served
let anns: string
beforeAll(async () => {
  served = await serve()
  anns = newToken(served.identities, served.ann)
})
afterAll(() => served.close())

/** Returns the status, the error code and what reached Janus. */
const ask = (who: 'user' | 'Ann', method: string, path: string, body?: object) =>
  served.request(who === 'Ann' ? anns : served.identities.userToken, method, path, body)

const plan = {
  topic: 'Names',
  question: 'Which?',
  participants: [{ agent: 'Ann' }, { agent: 'Bob' }],
  harvester: { name: 'Pen', spawn: {} },
}
const circle = '/gatherings/gat-0000000001'
const id = 'gat-0000000001'
const no = { decision: 'refuse' }

describe('valid input reaches Janus unchanged', () => {
  const turnId = 'grt-0000000001'
  const calls: readonly (readonly [
    method: string,
    path: string,
    kind: string,
    input: object,
    body?: object,
  ])[] = [
    ['POST', '/gatherings', 'gatherings.convene', plan, plan],
    ['POST', '/gatherings/preview', 'gatherings.preview', plan, plan],
    ['GET', '/gatherings?state=closed&limit=3', 'gatherings.list', { state: 'closed', limit: 3 }],
    ['GET', circle, 'gatherings.get', { id }],
    ['GET', `${circle}/export`, 'gatherings.export', { id }],
    ['POST', `${circle}/say`, 'gatherings.say', { id, text: 'a\ufffd' }, { text: 'a\ud83d' }],
    ['POST', `${circle}/say`, 'gatherings.say', { id, text: '', host: true }, { text: '', host: true }],
    ['POST', `${circle}/say`, 'gatherings.say', { id, text: 'a', pause: false }, { text: 'a', pause: false }],
    [
      'POST',
      `${circle}/join`,
      'gatherings.join',
      { id, agent: 'Bob', role: 'b' },
      { agent: 'Bob', role: 'b' },
    ],
    ['POST', `${circle}/join`, 'gatherings.join', { id, user: { holds: true } }, { user: { holds: true } }],
    [
      'POST',
      `${circle}/harvester`,
      'gatherings.harvester',
      { id, name: 'P', spawn: {} },
      { name: 'P', spawn: {} },
    ],
    ['POST', `${circle}/pass`, 'gatherings.pass', { id, silent: true }, { silent: true }],
    ['POST', '/gatherings/pass', 'gatherings.pass', { turnId }, { turnId }],
    ['POST', `${circle}/note`, 'gatherings.steer', { id, verb: 'note', text: 'x' }, { text: 'x' }],
    ['POST', `${circle}/skip`, 'gatherings.steer', { id, verb: 'skip', to: 'Bob' }, { to: 'Bob' }],
    ['GET', `${circle}/cards/hcd-1`, 'gatherings.card', { id, card: 'hcd-1' }],
    [
      'GET',
      `${circle}/cards/hcd-1?home=AGENTS.md`,
      'gatherings.card',
      { id, card: 'hcd-1', home: 'AGENTS.md' },
    ],
    ['POST', `${circle}/cards/hcd-1`, 'gatherings.file', { id, card: 'hcd-1', ...no }, no],
    ['GET', '/rhythms', 'rhythms.list', {}],
  ]
  test.each(calls.map((call) => [call.slice(0, 3).join(' '), call] as const))('%s', async (_, call) => {
    const [method, path, kind, input, body] = call

    const { status, asked } = await ask('user', method, path, body)
    expect([status, asked]).toEqual([200, [{ caller: { kind: 'api' }, kind, input }]])
  })

  const steering = apiRoutes.filter(({ kind }) => kind === 'gatherings.steer')
  test('the path says the verb, for every verb', async () => {
    for (const { path, says } of steering) {
      expect(path).toBe(`/gatherings/:id/${says?.verb ?? ''}`)
      const { asked } = await ask('user', 'POST', path.replace(':id', id), {})
      expect(asked.map(({ input }) => input)).toEqual([{ id, ...says }])
    }
    expect(steering.length).toBe(13)
  })
})

describe('invalid input is refused before it reaches Janus', () => {
  const refused = { status: 400, code: 'bad_request', asked: [] }
  const seats = (n: number) => Array.from({ length: n }, (_, i) => ({ name: `S${String(i)}`, spawn: {} }))

  test.each([
    ...['', 'a\nb', 'a\u202eb', 'x'.repeat(121), null, 7].map((topic) => ({ topic })),
    ...['', 'x'.repeat(4097), null, ['x']].map((question) => ({ question })),
    ...[[], seats(21), null, {}, ['Ann'], [{ number: 0 }], [{ number: 1.5 }], [{ seat: 1 }]].map(
      (participants) => ({ participants }),
    ),
    ...[null, 'Pen', [], { name: 'Pen', spawn: true }, { spawn: { cwd: '' } }].map((harvester) => ({
      harvester,
    })),
    ...[true, { number: 0 }, { number: 100 }, { role: 'a\nb' }, { away: true }].map((user) => ({ user })),
    ...['2-2-2', [2, 2], [0, 1, 1], [1, 1, 6], [1, 1, 1, 1], [1, 1, '1']].map((structure) => ({ structure })),
    ...[0, 11, 1.5, '3'].map((beatsPerTurn) => ({ beatsPerTurn })),
    ...[0, 3601, -1, '60', 1e300].map((beatIntervalSeconds) => ({ beatIntervalSeconds })),
    ...[0, 601, null].map((finalBeatGraceSeconds) => ({ finalBeatGraceSeconds })),
    ...[1, 10_001, 2.5].map((maxTurns) => ({ maxTurns })),
    ...[0, -1, 10_001, '5'].map((maxCost) => ({ maxCost })),
    { beatOn: 'stop' },
    { sealed: 'true' },
    { id },
    { stage: 'running' },
    { convened: {} },
  ])('a gathering with %j', async (fields) => {
    expect(await ask('user', 'POST', '/gatherings', { ...plan, ...fields })).toEqual(refused)
    expect(await ask('user', 'POST', '/gatherings/preview', { ...plan, ...fields })).toEqual(refused)
  })

  test.each([
    { verb: 'start' },
    { verb: 'pause' },
    { id: 'gat-0000000002' },
    { text: 7 },
    { to: 3 },
    { why: '' },
  ])('a steer with %j', async (fields) => {
    expect(await ask('user', 'POST', `${circle}/pause`, fields)).toEqual(refused)
  })

  test.each([
    ['say', {}],
    ['say', { text: 7 }],
    ['say', { text: 'x', keep: 'yes' }],
    ['pass', { silent: 1 }],
    ['pass', { id }],
    ['pass', { turnId: 'x'.repeat(41) }],
    ['say', { text: 'x', number: 3 }],
    ['cards/hcd-1', {}],
    ['cards/hcd-1', { decision: 'do' }],
    ['cards/hcd-1', { decision: 'file', card: 'hcd-2' }],
  ] as [string, object][])('%s with %j', async (verb, fields) => {
    expect(await ask('user', 'POST', `${circle}/${verb}`, fields)).toEqual(refused)
  })

  test.each(['state=running', 'state=', 'limit=0', 'limit=101', 'cursor=-1', 'member=Ann'])(
    'GET /gatherings?%s',
    async (query) => {
      expect(await ask('user', 'GET', `/gatherings?${query}`)).toEqual(refused)
    },
  )

  test.each([`${circle}/burn`, `${circle}/words`, '/gatherings/pass/x', `${circle}/cards`, '/rhythms/mine'])(
    'there is no %s',
    async (path) => {
      const { status, asked } = await ask('user', 'POST', path, {})
      expect([status, asked]).toEqual([404, []])
    },
  )

  test('text of more than 1 MiB is too large', async () => {
    const large = { status: 413, code: 'too_large', asked: [] }
    expect(await ask('user', 'POST', `${circle}/say`, { text: 'é'.repeat(512 * 1024 + 1) })).toEqual(large)
  })
})

describe('an agent', () => {
  test('convenes, looks, lists and passes the piece by its turn', async () => {
    for (const [method, path, body] of [
      ['POST', '/gatherings', plan],
      ['GET', '/gatherings', undefined],
      ['GET', '/gatherings/gat-0000000002', undefined],
      ['POST', '/gatherings/pass', { turnId: 'grt-0000000002', to: 'Bob' }],
    ] as const) {
      expect(await ask('Ann', method, path, body)).toMatchObject({ status: 200 })
    }
  })

  const allowed = ['gatherings.convene', 'gatherings.get', 'gatherings.list', 'gatherings.pass']
  const users = apiRoutes.filter(
    ({ path, kind }) => /^\/(gatherings|rhythms)/.test(path) && !allowed.includes(kind),
  )
  test.each(users)('may not $method $path', async ({ method, path }) => {
    const body = method === 'POST' ? { ...plan, text: 'x', decision: 'file' } : undefined
    const place = path.replace(':id', 'gat-0000000002').replace(':card', 'hcd-1')
    expect(await ask('Ann', method, place, body)).toEqual({ status: 403, code: 'not_allowed', asked: [] })
  })

  test.each(['gat-zzzzzzzzzz', '%00', '..%2f..%2fx', 'CON', 'Ann', 'x'.repeat(40)])(
    'finds no %s',
    async (other) => {
      const { status, code } = await ask('Ann', 'GET', `/gatherings/${other}`)
      expect([status, code]).toEqual([404, 'not_found'])
    },
  )
})
