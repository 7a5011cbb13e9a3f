import { expect, test } from 'vitest'
import type { Gathering, GatheringId } from '../../contract/gatherings/gatherings.ts'
import { makePresence, arrival } from '../../testkit/factories/machines.ts'
import { passagesFor } from '../../server/gatherings/earlier-talks.ts'
import { userKey } from '../../contract/mail/authors.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'

/** A gathering of barn as attic names it. */
export const circle: GatheringId = 'gat-theirs0001@barn'

const seat = { gathering: 'gat-theirs0001', topic: 'Which port?', by: 'Ann', member: userKey }
const plain = { isReply: false, replyTo: null, depth: 0, metadata: {}, to: userKey }
const teller = { kind: 'user', name: 'the circle' }

async function seatedJanus() {
  const janus = new ComposedJanus(() => [{ do: 'say', text: 'done' }])
  await janus.engine.command({ type: 'machines.known', self: 'attic', others: ['barn'] })
  let n = 0
  const came = (kind: string, body: unknown) => janus.engine.command(arrival(++n, kind, body))
  const mail = (body: string, more: object, of: object) =>
    came('mail', {
      ...plain,
      id: `msg-there${n + 1}`,
      body,
      priority: 'low',
      expectsReply: false,
      ...more,
      seat: { gathering: 'gat-theirs0001', as: 'words', number: null, turn: null, ...of },
    })
  const there = {
    keeps: (seated: boolean) => came('seat', { ...seat, seated }),
    says: (name: string, number: number, body: string) =>
      mail(body, { from: { id: `agt-${name.toLowerCase()}0000000`, name } }, { number }),
    tells: (body: string) => mail(body, { from: teller }, {}),
    /** Gives the piece to the user. Returns the id of their turn. */
    asks: async (body: string) => {
      const turn = { id: 'grt-theirs0001', beat: 0, beats: 0 }
      await mail(body, { from: teller, expectsReply: true }, { as: 'ask', turn })
      const asked = janus.engine.state.machines.get('barn')?.machine.circles?.[0]?.ask
      if (!asked) throw new Error('nobody was asked')
      return asked.id
    },
  }
  await there.keeps(true)
  return { janus, there }
}

/** Bob speaks, then the user, who may stay silent. */
async function spoken(text = 'The ferry takes 9090.') {
  const { janus, there } = await seatedJanus()
  await janus.window('settings.change', { user: 'Mo' })
  await there.says('Bob', 1, 'I say that the ferry takes 8080, whatever comes.')
  await janus.window('circles.decide', { circle, take: true })
  const turn = await there.asks('You have the piece.')
  await janus.window('circles.say', { circle, turn, text })
  const find = async (q: string, more = {}) => (await janus.window('history.search', { q, ...more })).items
  return { janus, there, turn, find }
}

test('the search finds what was heard there and what they said there: in which circle, by whom', async () => {
  const { janus, turn, find } = await spoken()
  const where = { agentName: 'Mo', circle: { id: circle, topic: 'Which port?', machine: 'barn' } }
  const [heard] = await find('8080')
  expect(heard).toMatchObject({ ...where, kind: 'peer', authorName: 'Bob@barn' })
  const { items } = await janus.window('circles.words', { circle })
  expect(items.find(({ text }) => text.includes('8080'))?.id).toBe(heard?.message)
  expect(await find('9090')).toMatchObject([{ ...where, kind: 'user', authorName: 'Mo', message: turn }])
  expect(await find('ferry', { author: 'user' })).toHaveLength(1)
  expect(await find('ferry', { of: 'work' })).toHaveLength(0)
  const api = await janus.as({ kind: 'api' }, 'history.search', { q: '8080' })
  expect(api.items).toMatchObject([{ agent: 'user', from: 'Bob@barn', circle: where.circle }])
  // It is still found after the gathering was dismissed.
  for (const _ of ['they leave', 'they put it away'])
    await janus.window('circles.decide', { circle, take: false })
  expect(await find('ferry')).toMatchObject([where, where])
})

test('it is narrowed to who said it, by the names that stand at what was found', async () => {
  const { janus, find } = await spoken()
  await janus.window('agents.create', { name: 'scout' })
  const bob = { id: 'agt-bob0000000', name: 'Bob', kind: 'claude', role: '', shared: 'ask' } as const
  const seen = { look: { hue: 1, shape: 1 }, status: 'idle', needs: null } as const
  const presence = makePresence({ agents: [{ ...bob, ...seen }], user: 'Ann' })
  await janus.engine.command({ type: 'machine.present', machine: 'barn', presence })
  const by = async (author: string) => (await find('ferry', { author })).map(({ authorName }) => authorName)
  expect(await by('bob@barn')).toEqual(['Bob@barn'])
  expect(await by('Ann@barn')).toEqual([])
  for (const own of ['Mo', 'Mo@attic', 'user']) expect(await by(own)).toEqual(['Mo'])
  expect(await by('scout@attic')).toEqual([])
  await expect(by('Eve@barn')).rejects.toThrow('There are: Bob@barn.')
})

test('silence, and what gives them the piece, say nothing that could be found', async () => {
  const { find } = await spoken('')
  expect(await find('SILENT')).toEqual([])
  expect(await find('piece')).toEqual([])
  expect(await find('ferry')).toHaveLength(1)
})

test('no agent finds any of it, whatever it may look at; no seed of a circle shows it', async () => {
  const { janus, find } = await spoken()
  await janus.window('settings.change', { transcripts: 'all' })
  const { id } = await janus.window('agents.create', { name: 'scout' })
  const scout = { kind: 'agent', id } as const
  await janus.window('messages.send', { agent: 'scout', message: 'Is it on the ferry?' })
  janus.clock.advance(5000)
  const seen = await janus.as(scout, 'history.search', { q: 'ferry' })
  expect([seen.total, seen.items.map(({ text }) => text)]).toEqual([1, ['Is it on the ferry?']])
  await expect(janus.as(scout, 'history.search', { q: 'ferry', agent: 'agt-person' })).rejects.toThrow()
  await expect(janus.as(scout, 'transcript.look', { agent: 'agt-person' })).rejects.toThrow()
  const [heard] = await find('8080')
  await expect(janus.as(scout, 'messages.get', { id: heard?.message ?? '' })).rejects.toThrow()
  const g = {
    id: 'gat-0000000009',
    seats: [],
    harvester: { agent: id },
    folder: null,
  } as unknown as Gathering
  const parts = { store: janus.store, nameOf: () => 'scout', sealed: () => new Set<never>() }
  expect(passagesFor(parts, g, 'whatever the ferry takes')).toEqual([])
})

test('however much was heard there, a circle here is given what its members wrote to each other', async () => {
  const { janus, there } = await seatedJanus()
  const made = async (name: string) => (await janus.window('agents.create', { name })).id
  const [scout, bob] = [await made('scout'), await made('bob')]
  const message = 'The ferry costs ninety crowns in the harbour.'
  await janus.as({ kind: 'agent', id: scout }, 'messages.send', { agent: 'bob', message })
  janus.clock.advance(5000)
  for (let n = 0; n < 40; n += 1) await there.says('Bob', 1, `Ferry, harbour, ferry, harbour: ${n}.`)
  const seats = [{ agent: scout }, { agent: bob }]
  const g = { id: 'gat-0000000009', seats, harvester: { agent: null }, folder: null } as unknown as Gathering
  const parts = { store: janus.store, nameOf: () => 'scout', sealed: () => new Set<never>() }
  const found = passagesFor(parts, g, 'What does the ferry in the harbour cost')
  expect(found).toMatchObject([{ text: message }])
})

test('no window is told of it as of a conversation of an agent', async () => {
  const { janus, there } = await spoken()
  const told: string[] = []
  janus.feed.subscribe((event) => {
    if (event.kind === 'rows') told.push(event.channel.kind)
  })
  await there.says('Bob', 1, 'Once more.')
  expect(told).toEqual([])
})

test('it is taken along: where that was, who convened it, who said what when, and their own answers', async () => {
  const { janus, there } = await spoken()
  const next = await there.asks('Is there more?')
  await janus.window('circles.say', { circle, turn: next, text: '' })
  await there.says('**Eve**\n# x', 3, '# No\n<img>')
  const of = { kind: 'circle', id: circle } as const
  const { name, text, rows } = await janus.window('log.export', of)
  expect([name, rows]).toEqual(['2026-01-01-Which-port.md', 4])
  expect(text.replaceAll(/\d\d:\d\d/g, 'HH:MM').split('\n\n')).toEqual([
    '# Which port?',
    '- A gathering on barn, convened by Ann@barn\n- Exported 2026-01-01 HH:MM UTC; times in UTC',
    '## 2026-01-01',
    '**Bob@barn** (1) HH:MM',
    '> I say that the ferry takes 8080, whatever comes.',
    '**the gathering on barn** HH:MM',
    '> You have the piece.',
    '**Mo** HH:MM',
    '> The ferry takes 9090.',
    '**the gathering on barn** HH:MM',
    '> Is there more?',
    '*Mo kept silence* HH:MM',
    '**\\*\\*Eve\\*\\* \\# x@barn** (3) HH:MM',
    '> # No\n> <img>',
    '',
  ])
  const json = JSON.parse((await janus.window('log.export', { ...of, format: 'json' })).text) as object
  expect(json).toMatchObject({
    janus: { kind: 'circle', id: circle, topic: 'Which port?', machine: 'barn', by: 'Ann@barn' },
    rows: [
      { n: 1, name: 'Bob@barn', number: 1, isTurn: false, answer: null },
      { n: 2, number: null, isTurn: true, answer: { text: 'The ferry takes 9090.' } },
      { answer: { text: '' } },
      { text: '# No\n<img>' },
    ],
  })
  const { id } = await janus.window('agents.create', { name: 'scout' })
  await expect(janus.as({ kind: 'agent', id }, 'log.export', of)).rejects.toThrow()
  await expect(janus.window('log.export', { ...of, id: 'gat-theirs0002@barn' })).rejects.toThrow(
    'No circle of another machine',
  )
})

test('one in which nothing was said yet, and a long one, are taken along too', async () => {
  const { janus, there } = await seatedJanus()
  const taken = async (cursor: number) => janus.window('log.export', { kind: 'circle', id: circle, cursor })
  expect(await taken(0)).toMatchObject({ rows: 0, next: null })
  await janus.window('circles.decide', { circle, take: true })
  for (let n = 1; n <= 201; n += 1) await there.says('Bob', 1, `Words ${n}.`)
  const first = await taken(0)
  expect([first.rows, first.next]).toEqual([200, 200])
  expect((await taken(200)).text).toMatch(/^\*\*Bob@barn\*\* \(1\) \d\d:\d\d\n\n> Words 201\.\n\n$/)
})
