import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AskingRate } from '../../adapters/http/gate.ts'
import type { Report } from '../../contract/api/answers.ts'
import { serveDomain, type ServedDomain } from '../../testkit/served/served-domain.ts'
import { ownTools } from './own-tools.ts'

let domain: ServedDomain
beforeEach(async () => {
  domain = await serveDomain(['Ann', 'Bob'])
})
afterEach(() => domain.close())

/** Ann's tools over a pair of pipes, as her program uses them. */
async function annsTools(rate?: AskingRate): Promise<Client> {
  const ask: Report = (caller, kind, input, gone) => domain.janus.as(caller, kind, input as never, gone)
  const open = ownTools(ask, () => undefined, { listed: { always: true } }, rate)
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  await open('janus-agents', domain.id('Ann')).connect(ours)
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(theirs)
  return client
}

const send = (by: Client, message: string, more: object = {}) =>
  by.callTool({ name: 'send_to_agent', arguments: { target: 'Bob', message, ...more } })

test('a call is the agent’s whose program it is, and no half of a character is kept', async () => {
  const ann = await annsTools()
  await send(ann, 'hello \ud800')
  const [message] = domain.janus.engine.state.agents.get(domain.id('Bob'))?.mailbox ?? []
  expect(message).toMatchObject({ fromName: 'Ann', body: 'hello \ufffd' })
})

test('all tools but the rare ones are listed with what their program wants to be told', async () => {
  const { tools } = await (await annsTools()).listTools()
  const rare = tools.filter(({ _meta: meta }) => meta === undefined).map(({ name }) => name)
  expect(rare).toEqual([
    'close_link',
    'set_trigger',
    'list_heartbeats',
    'keep_heartbeat',
    'cancel_heartbeat',
    'add_task',
    'list_tasks',
    'claim_task',
    'finish_task',
    'claim_files',
    'open_tab',
  ])
  expect(tools.find(({ name }) => name === 'send_to_agent')?._meta).toEqual({ always: true })
})

test('its calls count with those that come over HTTP, and one too many is refused with words', async () => {
  const rate = new AskingRate(2, () => 1_000_000)
  rate.count(domain.id('Ann'))
  const ann = await annsTools(rate)
  expect((await send(ann, 'one')).isError).not.toBe(true)
  const refused = await send(ann, 'two')
  expect(refused.isError).toBe(true)
  expect(JSON.stringify(refused.content)).toContain('too_many')
})

test('a call whose program is gone waits no more', async () => {
  const ann = await annsTools()
  void send(ann, 'which port?', { await_seconds: 50 }).catch(() => undefined)
  await domain.ticketOf('Ann')
  const ended = domain.awaitsOver('Ann')
  await ann.close()
  await ended
  expect(domain.janus.engine.state.agents.get(domain.id('Ann'))?.awaits).toEqual([])
})
