import { expect, test } from 'vitest'
import { guestKey, personKey } from '../../contract/mail/authors.ts'
import type { Presence } from '../../contract/fleet/houses.ts'
import type { WireSeat } from '../contract/wire.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'
import { arrival } from '../../testkit/factories/houses.ts'
import { readArrival } from './read-arrival.ts'

const presence: Presence = {
  v: 1,
  min: 1,
  version: '0.1.0',
  incarnation: '',
  agents: [],
  person: 'Ann',
  heard: {},
  roster: [],
}

/** A circle of the attic in which Ann of the barn sits, and something was said that its house refused since she had gone. */
async function attic() {
  const janus = new ComposedJanus(() => [{ do: 'say', text: 'done' }])
  await janus.engine.command({ type: 'houses.known', self: 'attic', others: ['barn'] })
  await janus.engine.command({ type: 'house.present', house: 'barn', presence })
  for (const name of ['scout', 'scribe']) await janus.window('agents.create', { name })
  const { id: gathering } = await janus.window('gatherings.convene', {
    topic: 'Which port?',
    question: 'Which?',
    harvester: { name: 'scribe' },
    participants: [{ agent: 'Ann@barn' }, { name: 'scout' }],
  })
  let n = 0
  const came = (kind: string, body: unknown) =>
    janus.engine.command(readArrival(janus.store, arrival((n += 1), kind, body).envelope, () => undefined))
  const acts = (act: 'taken' | 'left') => came('seat.act', { gathering, member: personKey, act })
  const heard = () =>
    janus.engine.state.houses.get('barn')?.mail.filter(({ body }) => body === 'Mind the gap.') ?? []
  await acts('taken')
  await janus.window('gatherings.say', { id: gathering, text: 'Mind the gap.', host: true, pause: false })
  const [message] = heard()
  const refused = { turn: null, isOver: true, why: 'nobody has a seat there', reply: null }
  await acts('left')
  await came('receipt', { message: message?.id, stands: 'undeliverable', ...refused })
  return { janus, gathering, acts, came, heard }
}

test('who comes back is given what their house refused while they were away, once', async () => {
  const { acts, heard } = await attic()
  expect(heard()).toEqual([])
  await acts('taken')
  expect(heard()).toHaveLength(1)
  await acts('left')
  await acts('taken')
  expect(heard()).toHaveLength(1)
})

test('so is who is asked again', async () => {
  const { janus, gathering, heard } = await attic()
  await janus.window('gatherings.join', { id: gathering, agent: guestKey('barn') })
  expect(heard()).toHaveLength(1)
})

test('a house that is away long waits for how the circle stands once, not for each time it changed', async () => {
  const { janus, gathering, acts } = await attic()
  await acts('taken')
  for (const verb of ['pause', 'resume', 'pause', 'resume', 'pause'] as const)
    await janus.window('gatherings.steer', { id: gathering, verb })
  const told = (janus.engine.state.houses.get('barn')?.outgoing ?? []).flatMap(({ kind, body }) =>
    kind === 'seat' ? [body as WireSeat] : [],
  )
  expect(told.map(({ asks, paused }) => [asks, paused])).toEqual([
    [true, undefined],
    [undefined, true],
  ])
})
