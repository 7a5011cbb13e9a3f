import { expect, test } from 'vitest'
import type { PeerAgent } from '../../contract/fleet/houses.ts'
import type { WireLink, WireMail, WireSaid } from '../contract/wire.ts'
import { usualKind } from '../../contract/agents/kinds.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { peerId } from '../../core/step/peer-ids.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'
import { readArrival } from './read-arrival.ts'

const life = '0000000112345678'
const bea: AgentId = 'agt-0000000001'
const bob: AgentId = 'agt-0000000002'
const there = (id: AgentId, name: string): PeerAgent => ({
  id,
  name,
  kind: usualKind,
  role: '',
  look: { hue: 1, shape: 1 },
  status: 'idle',
  needs: null,
  shared: 'open',
})

/** A Janus that is the attic of a fleet, whose Ann is linked with Bea of the barn, and again with Bea and Bob. */
async function attic() {
  const janus = new ComposedJanus(() => [{ do: 'say', text: 'SILENT' }])
  const { id: ann } = await janus.window('agents.create', { name: 'Ann' })
  await janus.engine.command({ type: 'houses.known', self: 'attic', others: ['barn'] })
  const presence = { v: 1, min: 1, version: '0.1.0', incarnation: life, heard: {}, roster: [] }
  await janus.engine.command({
    type: 'house.present',
    house: 'barn',
    presence: { ...presence, agents: [there(bea, 'Bea'), there(bob, 'Bob')] },
  })
  let n = 0
  const came = async (kind: string, body: unknown) => {
    const envelope = { v: 1, min: 1, from: 'barn', to: 'attic', incarnation: life, n: ++n, kind, body }
    const heard = { incarnation: '', n: 0 }
    await janus.engine.command(readArrival(janus.store, { ...envelope, heard }, () => undefined))
  }
  const link = async (...members: readonly AgentId[]) => {
    const opened = await janus.engine.command({
      type: 'link.opened',
      by: { kind: 'human', via: 'window' },
      byName: 'Mo',
      mode: 'absorb',
      budget: null,
      members: [ann, ...members.map((one) => peerId('barn', one))],
    })
    if (opened.kind !== 'link') throw new Error(`answered ${opened.kind}`)
    for (const member of members) await came('link.act', { link: opened.link.id, member, act: 'joined' })
    return opened.link.id
  }
  const links = [await link(bea), await link(bea, bob)] as const
  const said = (body: Partial<WireSaid>) =>
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

test('what was said crosses once, however often and over whichever links its house tells of it', async () => {
  const { links, said, crossed } = await attic()
  await said({ links: [links[0], links[0]] })
  await said({ links: [links[0]] })
  await said({ links: [links[1]] })
  await said({ links: [links[1]], member: bob })
  await said({ turn: 'trn-0000000002', text: 'No.' })
  expect(crossed()).toEqual([['Yes. 1', 'No. 1'], ['No. 1']])
})

test('a turn that a house names is none of those that cross its own links', async () => {
  const { janus, ann, links, came, said, crossed } = await attic()
  await janus.engine.command({ type: 'agent.changed', agent: ann, shared: 'open' })
  const link = 'lnk-0000000001'
  const members = [
    { house: 'barn', id: bea, name: 'Bea' },
    { house: 'attic', id: ann, name: 'Ann' },
  ]
  await came('link', {
    link,
    members,
    muted: [],
    mode: 'absorb',
    purpose: null,
    opened: 'Mo',
    closed: null,
    budget: 8,
    budgetGranted: 8,
    budgetUsed: 0,
    episode: 1,
    stoppedByLoop: false,
  } satisfies WireLink)
  await janus.engine.command({ type: 'link.joined', link: peerId('barn', link) })
  await came('mail', {
    id: 'msg-0000000001',
    from: { id: bea, name: 'Bea' },
    to: ann,
    body: 'Over ours.',
    priority: 'low',
    expectsReply: false,
    isReply: false,
    replyTo: null,
    depth: 1,
    metadata: {},
    crossed: { link, crossing: 'crs-0000000003', turnNumber: 3, carriage: 'absorb' },
  } satisfies WireMail)
  await said({ links: [links[0]], turn: 'trn-0000000003', text: 'Over yours.' })
  expect(crossed()).toEqual([['Over yours. 1'], []])
  const over = janus.store.crossings(peerId('barn', link), null, 9)
  expect(over.map(({ text }) => text)).toEqual(['Over ours.'])
})
