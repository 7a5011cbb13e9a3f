import { expect, test } from 'vitest'
import type { Presence } from '../../contract/fleet/houses.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'
import { arrival } from '../../testkit/factories/houses.ts'

const presence: Presence = {
  v: 1,
  min: 1,
  version: '0.1.0',
  incarnation: '',
  agents: [],
  heard: {},
  roster: [],
}

test('a house that tells on and on and hears nothing is heard once a minute until it hears', async () => {
  const janus = new ComposedJanus(() => [{ do: 'say', text: 'done' }])
  await janus.engine.command({ type: 'houses.known', self: 'attic', others: ['barn'] })
  await janus.engine.command({ type: 'house.present', house: 'barn', presence })
  const barn = () => {
    const found = janus.engine.state.houses.get('barn')
    if (!found) throw new Error('no barn')
    return found
  }
  const mail = (n: number) =>
    janus.engine.command(
      arrival(n, 'mail', {
        id: `msg-${String(n).padStart(10, '0')}`,
        from: { kind: 'person', name: 'Mo' },
        to: 'agt-0000000009',
        body: 'Hi.',
        priority: 'normal',
        expectsReply: false,
        isReply: false,
        replyTo: null,
        depth: 0,
        metadata: {},
      }),
    )
  for (let n = 1; n <= 2010; n += 1) await mail(n)
  expect(barn()).toMatchObject({ house: { heard: { n: 2000 } }, outgoing: { length: 2000 } })
  janus.clock.advance(60_000)
  await mail(2001)
  await mail(2002)
  expect(barn().house.heard.n).toBe(2001)
  await janus.engine.command({
    type: 'house.present',
    house: 'barn',
    presence: { ...presence, heard: { attic: { incarnation: barn().house.as, n: 2001 } } },
  })
  for (let n = 2002; n <= 2010; n += 1) await mail(n)
  expect(barn()).toMatchObject({ house: { heard: { n: 2010 } }, outgoing: { length: 9 } })
})
