import { expect, test } from 'vitest'
import { guestKey, userKey } from '../../contract/mail/authors.ts'
import type { WireSeat } from '../contract/wire.ts'
import { fleetOfAttic } from '../../testkit/factories/attic.ts'

/** A gathering of attic with a seat for Ann of barn; she left, and her machine refused what was said since. */
async function attic() {
  const { janus, came, barn, told } = await fleetOfAttic({ user: 'Ann' })
  for (const name of ['scout', 'scribe']) await janus.window('agents.create', { name })
  const { id: gathering } = await janus.window('gatherings.convene', {
    topic: 'Which port?',
    question: 'Which?',
    harvester: { name: 'scribe' },
    participants: [{ agent: 'Ann@barn' }, { name: 'scout' }],
  })
  const acts = (act: 'taken' | 'left') => came('seat.act', { gathering, member: userKey, act })
  const heard = () => barn().mail.filter(({ body }) => body === 'Mind the gap.')
  await acts('taken')
  await janus.window('gatherings.say', { id: gathering, text: 'Mind the gap.', host: true, pause: false })
  const [message] = heard()
  const refused = { turn: null, isOver: true, why: 'nobody has a seat there', reply: null }
  await acts('left')
  await came('receipt', { message: message?.id, stands: 'undeliverable', ...refused })
  return { janus, gathering, acts, told, heard }
}

test('who comes back is given what their machine refused while they were away, once', async () => {
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

test('a machine that is away long waits for how the circle stands once, not for each time it changed', async () => {
  const { janus, gathering, acts, told } = await attic()
  await acts('taken')
  for (const verb of ['pause', 'resume', 'pause', 'resume', 'pause'] as const)
    await janus.window('gatherings.steer', { id: gathering, verb })
  const seats = told('seat') as readonly WireSeat[]
  expect(seats.map(({ asks, paused }) => [asks, paused])).toEqual([
    [true, undefined],
    [undefined, true],
  ])
})
