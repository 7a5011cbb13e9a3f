import { expect, test } from 'vitest'
import { fleetOfAttic } from '../../testkit/factories/attic.ts'
import { arrival, makeWireMail, messageThere } from '../../testkit/factories/machines.ts'

test('a machine that tells on and on and hears nothing is heard once a minute until it hears', async () => {
  const { janus, present, barn } = await fleetOfAttic()
  const mail = (n: number) => janus.engine.command(arrival(n, 'mail', makeWireMail({ id: messageThere(n) })))
  for (let n = 1; n <= 2010; n += 1) await mail(n)
  expect(barn()).toMatchObject({ machine: { heard: { n: 2000 } }, outgoing: { length: 2000 } })
  janus.clock.advance(60_000)
  await mail(2001)
  await mail(2002)
  expect(barn().machine.heard.n).toBe(2001)
  await present({ heard: { attic: { incarnation: barn().machine.as, n: 2001 } } })
  for (let n = 2002; n <= 2010; n += 1) await mail(n)
  expect(barn()).toMatchObject({ machine: { heard: { n: 2010 } }, outgoing: { length: 9 } })
})
