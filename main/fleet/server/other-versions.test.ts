import { protocol } from '../core/log.ts'
import { expect, test } from 'vitest'
import { fleetOfAttic } from '../../testkit/factories/attic.ts'
import { makePeer, makeWireMail } from '../../testkit/factories/machines.ts'

const bea = makePeer()

async function attic() {
  const fleet = await fleetOfAttic({ agents: [bea] }, () => [{ do: 'say', text: 'SILENT' }])
  const { id: ann } = await fleet.janus.window('agents.create', { name: 'Ann' })
  return { ...fleet, ann }
}

test('what this Janus cannot read is told back and shown, and what comes behind it is heard', async () => {
  const { janus, came, barn, told, log } = await attic()
  await came('poem', { lines: [] })
  await came('mail', { id: 'msg-0000000007', words: 'in the shape of a later Janus' })
  await came('mail', null, { min: protocol.min + 1 })
  expect(told('passed.over')).toEqual([
    { kind: 'poem', version: expect.any(String) },
    { kind: 'mail', version: expect.any(String) },
    { kind: 'mail', version: expect.any(String) },
  ])
  expect(told('receipt')).toMatchObject([
    {
      message: 'msg-0000000007',
      stands: 'undeliverable',
      isOver: true,
      why: 'its Janus runs another version, which does not understand it',
    },
  ])
  expect(barn().machine).toMatchObject({ heard: { n: 3 }, misread: { by: 'us', kind: 'mail' } })
  expect(log).toHaveLength(3)
  await janus.engine.command({ type: 'machine.seen', machine: 'barn' })
  expect(barn().machine.misread).toBeNull()
})

test('kinds that are called as what every object has are none that is known', async () => {
  const { came, barn } = await attic()
  for (const kind of ['constructor', 'valueOf', 'toString', 'hasOwnProperty']) await came(kind, {})
  expect(barn().machine).toMatchObject({ heard: { n: 4 }, misread: { kind: 'hasOwnProperty' } })
})

test('two that do not understand each other’s word for it tell each other nothing of that', async () => {
  const { came, told } = await attic()
  await came('passed.over', { kind: 3 })
  expect(told('passed.over')).toEqual([])
})

test('a machine that tells without end what nobody can read fills nothing', async () => {
  const { came, told, barn } = await attic()
  for (let n = 0; n < 80; n += 1) await came('poem', {})
  expect(told('passed.over')).toHaveLength(64)
  expect(barn().machine.heard.n).toBe(80)
})

test('mail that was passed over stays so when it comes again, in a shape that is known', async () => {
  const { janus, ann, came, told } = await attic()
  await janus.engine.command({ type: 'agent.changed', agent: ann, shared: 'open' })
  const mail = makeWireMail({ to: ann })
  await came('mail', mail, { min: protocol.min + 1 })
  await came('mail', mail)
  expect(janus.engine.state.agents.get(ann)?.mailbox).toEqual([])
  expect(told('receipt')).toHaveLength(1)
})

test('how links stand is told again once that Janus is another one', async () => {
  const { ann, link, present, came, told, barn } = await attic()
  await link(ann, bea.id)
  expect(told('link')).toHaveLength(1)
  await came('passed.over', { kind: 'link', version: '0.1.0' })
  expect(barn().machine.misread).toMatchObject({ by: 'them', kind: 'link' })
  await present()
  expect(told('link')).toHaveLength(1)
  await present({ version: '0.2.0' })
  expect(told('link')).toHaveLength(2)
  expect(barn().machine.misread).toBeNull()
})

test('of a Janus that this one does not understand at all nothing is taken but its version', async () => {
  const { present, barn } = await attic()
  await present({ v: 9, min: protocol.min + 1, version: '9.0.0', agents: [] })
  expect(barn()).toMatchObject({
    machine: { version: '9.0.0', agents: [bea], misread: { by: 'us', kind: 'presence' } },
  })
})

test('that it was passed over may be heard when that Janus is another one already', async () => {
  const { ann, link, present, came, told } = await attic()
  await link(ann, bea.id)
  await present({ version: '0.2.0' })
  await came('passed.over', { kind: 'link', version: '0.1.0' })
  expect(told('link')).toHaveLength(1)
  await present({ version: '0.2.0' })
  expect(told('link')).toHaveLength(2)
})
