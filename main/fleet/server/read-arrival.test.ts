import { expect, test } from 'vitest'
import type { WireConclusion } from '../contract/wire.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { peerId } from '../../core/step/peer-ids.ts'
import { fleetOfAttic } from '../../testkit/factories/attic.ts'
import {
  arrival,
  makePeer,
  makeWireLink,
  makeWireMail,
  remoteMessageId,
} from '../../testkit/factories/machines.ts'

const bea: AgentId = 'agt-0000000001'
const bob: AgentId = 'agt-0000000002'

/** Ann of attic has a link with Bea of barn, and another with Bea and Bob. */
async function attic() {
  const agents = [makePeer({ id: bea }), makePeer({ id: bob, name: 'Bob' })]
  const { janus, came, link: open } = await fleetOfAttic({ agents }, () => [{ do: 'say', text: 'SILENT' }])
  const { id: ann } = await janus.window('agents.create', { name: 'Ann' })
  const link = async (...members: readonly AgentId[]) => {
    const id = await open(ann, ...members)
    for (const member of members) await came('link.act', { link: id, member, act: 'joined' })
    return id
  }
  const links = [await link(bea), await link(bea, bob)] as const
  const said = (body: Partial<WireConclusion>) =>
    came('link.said', {
      links,
      member: bea,
      turn: 'trn-0000000001',
      turnNumber: 1,
      text: 'Yes.',
      depth: 0,
      except: [],
      ...body,
    })
  const crossed = () =>
    links.map((id) => janus.store.crossings(id, null, 9).map(({ text, sent }) => `${text} ${sent.length}`))
  return { janus, ann, links, came, said, crossed }
}

test('what was said crosses once, however often and over whichever links its machine tells of it', async () => {
  const { links, said, crossed } = await attic()
  await said({ links: [links[0], links[0]] })
  await said({ links: [links[0]] })
  await said({ links: [links[1]] })
  await said({ links: [links[1]], member: bob })
  await said({ turn: 'trn-0000000002', text: 'No.' })
  expect(crossed()).toEqual([['Yes. 1', 'No. 1'], ['No. 1']])
})

test('a turn that a machine names is none of those that cross its own links', async () => {
  const { janus, ann, links, came, said, crossed } = await attic()
  await janus.engine.command({ type: 'agent.changed', agent: ann, shared: 'open' })
  const link = 'lnk-0000000001'
  const members = [
    { machine: 'barn', id: bea, name: 'Bea' },
    { machine: 'attic', id: ann, name: 'Ann' },
  ]
  await came('link', makeWireLink({ link, members, mode: 'absorb', opened: 'Mo' }))
  await janus.engine.command({ type: 'link.joined', link: peerId('barn', link) })
  const crossing = { link, crossing: 'crs-0000000003', turnNumber: 3, carriage: 'absorb' } as const
  await came(
    'mail',
    makeWireMail({ to: ann, body: 'Over ours.', priority: 'low', depth: 1, crossed: crossing }),
  )
  await said({ links: [links[0]], turn: 'trn-0000000003', text: 'Over yours.' })
  expect(crossed()).toEqual([['Over yours. 1'], []])
  const over = janus.store.crossings(peerId('barn', link), null, 9)
  expect(over.map(({ text }) => text)).toEqual(['Over ours.'])
})

test('a machine that tells on and on and hears nothing is heard once a minute until it hears', async () => {
  const { janus, present, barn } = await fleetOfAttic()
  const mail = (n: number) =>
    janus.engine.command(arrival(n, 'mail', makeWireMail({ id: remoteMessageId(n) })))
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
