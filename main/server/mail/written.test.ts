import { expect, test } from 'vitest'
import type { PeerAgent } from '../../contract/fleet/machines.ts'
import type { WireReceipt } from '../../fleet/contract/wire.ts'
import { usualKind } from '../../contract/agents/kinds.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'
import { readArrival } from '../../fleet/server/read-arrival.ts'

const api = { kind: 'api' } as const
const bea: PeerAgent = {
  id: 'agt-0000000001',
  name: 'Bea',
  kind: usualKind,
  role: '',
  look: { hue: 1, shape: 1 },
  status: 'idle',
  needs: null,
  shared: 'open',
}
const life = '0000000112345678'

/** A machine `attic` in a fleet whose `barn` shares Bea; `told`: the barn's report about a message. */
async function attic() {
  const janus = new ComposedJanus(() => [{ do: 'say', text: 'Done.' }])
  await janus.window('agents.create', { name: 'Ann' })
  await janus.engine.command({ type: 'machines.known', self: 'attic', others: ['barn'] })
  const presence = { v: 1, min: 1, version: '0.1.0', incarnation: life, heard: {}, roster: [] }
  await janus.engine.command({
    type: 'machine.present',
    machine: 'barn',
    presence: { ...presence, agents: [bea] },
  })
  let n = 0
  const told = async (body: Partial<WireReceipt>) => {
    const said = { turn: null, isOver: true, why: '', reply: null, ...body }
    const envelope = { v: 1, min: 1, from: 'barn', to: 'attic', incarnation: life, n: ++n, kind: 'receipt' }
    const heard = { incarnation: '', n: 0 }
    await janus.engine.command(readArrival(janus.store, { ...envelope, heard, body: said }, () => undefined))
  }
  const unseen = () => janus.engine.state.machines.get('barn')?.machine.unseen ?? []
  return { janus, told, unseen }
}

test('the user writes to an agent of another machine, and is told what became of it and its answer', async () => {
  const { janus, told, unseen } = await attic()
  const ask = { agent: 'bea@barn', message: 'Which parts have no tests?', expectReply: true } as const
  const { messageId } = await janus.as(api, 'messages.send', { ...ask, idempotencyKey: 'once' })
  expect(await janus.as(api, 'messages.send', { ...ask, idempotencyKey: 'once' })).toMatchObject({
    messageId,
  })
  const written = async () => (await janus.window('messages.written', { agent: 'BEA@barn' })).items
  expect(await written()).toMatchObject([{ id: messageId, toName: 'Bea@barn', reply: null }])
  expect(await janus.as(api, 'tickets.list', { state: 'open' })).toMatchObject({ items: [{ id: messageId }] })
  const reply = { text: 'Two have none.', implicit: true, metadata: {} }
  await told({ message: messageId, stands: 'answered', reply })
  expect(await written()).toMatchObject([
    { state: 'answered', reply: { text: 'Two have none.', messageId: null } },
  ])
  expect(unseen()).toEqual([bea.id])
  await janus.window('peers.seen', { agent: 'bea@barn' })
  expect(unseen()).toEqual([])
})

test('what is not taken there is told too; files do not go there', async () => {
  const { janus, told, unseen } = await attic()
  const { messageId } = await janus.window('messages.send', { agent: 'bea@barn', message: 'Hello' })
  await told({ message: messageId, stands: 'undeliverable', why: 'its mailbox is full' })
  const page = await janus.window('messages.written', { agent: 'bea@barn', limit: 1 })
  expect(page).toMatchObject({ items: [{ state: 'undeliverable', turn: null }], next: null })
  expect(unseen()).toEqual([bea.id])
  const nobody = { agent: 'bob@barn', message: 'Hello' }
  await expect(janus.window('messages.send', nobody)).rejects.toThrow(/There are: Bea@barn/)
})

test('what the user wrote to an agent of this machine stands there in the same way, page by page', async () => {
  const { janus } = await attic()
  for (const message of ['One', 'Two', 'Three'])
    await janus.window('messages.send', { agent: 'Ann', message })
  const first = await janus.as(api, 'messages.written', { agent: 'ann', limit: 2 })
  expect(first.items.map(({ message }) => message)).toEqual(['Three', 'Two'])
  const rest = await janus.as(api, 'messages.written', { agent: 'ann', limit: 2, cursor: first.next ?? 0 })
  expect(rest).toMatchObject({ items: [{ message: 'One' }], next: null })
})

test('a draft to an agent of another machine is kept', async () => {
  const { janus } = await attic()
  await janus.window('drafts.keep', { agent: 'bea@barn', text: 'Which' })
  expect(janus.store.drafts()).toMatchObject({ [`${bea.id}@barn`]: { text: 'Which' } })
})
