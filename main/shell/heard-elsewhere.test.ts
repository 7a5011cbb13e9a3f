import { expect, test } from 'vitest'
import type { Gathering } from '../contract/gatherings.ts'
import { circle, seatedJanus } from '../testing/circle-there.ts'
import { passagesFor } from './earlier-talks.ts'

/** What the person heard in a circle of another house, and said there, is found again and taken along; by them alone. */

/** Bob speaks, then the person, who may keep silence. */
async function spoken(text = 'The ferry takes 9090.') {
  const { janus, there } = await seatedJanus()
  await janus.window('settings.change', { person: 'Mo' })
  await there.says('Bob', 1, 'I say that the ferry takes 8080, whatever comes.')
  await janus.window('circles.decide', { circle, take: true })
  const turn = await there.asks('You have the piece.')
  await janus.window('circles.say', { circle, turn, text })
  const find = async (q: string, more = {}) => (await janus.window('history.search', { q, ...more })).items
  return { janus, there, turn, find }
}

test('the search finds what was heard there and what they said there: in which circle, by whom', async () => {
  const { janus, turn, find } = await spoken()
  const where = { agentName: 'Mo', circle: { id: circle, topic: 'Which port?', house: 'barn' } }
  const [heard] = await find('8080')
  expect(heard).toMatchObject({ ...where, kind: 'peer', authorName: 'Bob@barn' })
  const { items } = await janus.window('circles.words', { circle })
  expect(items.find(({ text }) => text.includes('8080'))?.id).toBe(heard?.message)
  expect(await find('9090')).toMatchObject([{ ...where, kind: 'human', authorName: 'Mo', message: turn }])
  expect(await find('ferry', { author: 'human' })).toHaveLength(1)
  expect(await find('ferry', { of: 'work' })).toHaveLength(0)
  const api = await janus.as({ kind: 'api' }, 'history.search', { q: '8080' })
  expect(api.items).toMatchObject([{ agent: 'human', from: 'Bob@barn', circle: where.circle }])
  // Also where they have put that circle away.
  for (const _ of ['they leave', 'they put it away'])
    await janus.window('circles.decide', { circle, take: false })
  expect(await find('ferry')).toMatchObject([where, where])
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

test('no window is told of it as of a conversation of an agent', async () => {
  const { janus, there } = await spoken()
  const told: string[] = []
  janus.feed.subscribe((event) => {
    if (event.kind === 'rows') told.push(event.channel.kind)
  })
  await there.says('Bob', 1, 'Once more.')
  expect(told).toEqual([])
})
