import { beforeEach, expect, test } from 'vitest'
import { wireReceipt } from '../contract/wire.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { guestKey } from '../../contract/mail/authors.ts'
import { fleetOfAttic, type Attic } from '../../testkit/factories/attic.ts'
import type { ComposedJanus } from '../../testkit/factories/composed.ts'
import {
  makeCircleAsk,
  makeCircleMail,
  makePeer,
  makeWireMail,
  remoteMessageId,
} from '../../testkit/factories/machines.ts'
import type { Act } from '../../testkit/memory/backend.ts'
import { agentView } from '../../server/agents/views.ts'

const bob = makePeer({ id: 'agt-bob0000000', name: 'Bob', kind: 'codex', role: 'the docs', shared: 'ask' })

let janus: ComposedJanus
let came: Attic['came']
let present: Attic['present']
let told: Attic['told']
let acts: readonly Act[]
let scout: AgentId
beforeEach(async () => {
  acts = [{ do: 'say', text: 'done' }]
  ;({ janus, came, present, told } = await fleetOfAttic({ agents: [bob] }, () => acts))
  scout = (await janus.window('agents.create', { name: 'scout' })).id
  await janus.window('agents.create', { name: 'scribe' })
})

interface Named {
  readonly name?: string
  readonly agent?: string
}

const convene = (participants: readonly Named[], harvester: Named = { name: 'scribe' }) =>
  janus.window('gatherings.convene', {
    topic: 'Which port?',
    question: 'Which?',
    participants: [...participants],
    harvester,
  })

const seatFor = (member: AgentId) => ({
  gathering: 'gat-theirs0001',
  topic: 'Which port?',
  by: 'Ann',
  member,
  seated: true,
})

test('a seat is for an agent of another machine, by its name there; the harvester never is', async () => {
  const g = await convene([{ name: 'scout' }, { agent: 'BOB@barn' }])
  expect(g.seats).toMatchObject([
    { number: 1, name: 'scout' },
    { number: 2, name: 'Bob@barn', role: 'the docs', agent: 'agt-bob0000000@barn', of: { kind: 'codex' } },
  ])
  await expect(convene([{ name: 'scout' }, { name: 'carl@barn' }])).rejects.toThrow('There are: Bob@barn.')
  await expect(convene([{ name: 'scout' }], { name: 'Bob@barn' })).rejects.toThrow()
  await expect(convene([{ name: 'Bob@barn' }, { name: 'scribe' }], { name: 'Bob@barn' })).rejects.toThrow(
    'The harvester must be an agent on this machine. Choose another.',
  )
})

test('who comes while it runs may be of another machine, its user too; who harvests never', async () => {
  await present({ user: 'Ann' })
  await janus.window('agents.create', { name: 'third' })
  const { id } = await convene([{ name: 'scout' }, { name: 'third' }])
  await janus.window('gatherings.join', { id, agent: 'agt-bob0000000@barn' })
  const { seats } = await janus.window('gatherings.join', { id, agent: guestKey('barn'), role: 'decides' })
  expect(seats.slice(2)).toMatchObject([
    { number: 3, name: 'Bob@barn', role: 'the docs', kind: 'agent', agent: 'agt-bob0000000@barn' },
    { number: 4, name: 'Ann@barn', role: 'decides', kind: 'user', agent: guestKey('barn') },
  ])
  const told = janus.engine.state.machines.get('barn')?.mail.map(({ to }) => to)
  expect(told).toEqual(expect.arrayContaining(['agt-bob0000000@barn', guestKey('barn')]))
  await expect(janus.window('gatherings.harvester', { id, agent: 'Bob@barn' })).rejects.toThrow()
})

test('a preview counts no user of another machine as an agent', async () => {
  await present({ user: 'Ann' })
  const preview = (...agents: string[]) =>
    janus.window('gatherings.preview', {
      topic: 'Which port?',
      question: 'Which?',
      structure: [1, 1, 1],
      harvester: { name: 'scribe' },
      participants: agents.map((agent) => ({ agent })),
    })
  const shown = await preview('scout', 'Ann@barn')
  expect(shown).toMatchObject({ problems: [], turns: 6, modelTurns: { likely: [4, 6] } })
  expect((await preview('Ann@barn', 'user@barn')).problems).toEqual(['There is no agent in the gathering.'])
  // Invalid participants get the same estimate.
  expect((await preview('nobody', 'Ann@barn')).modelTurns.likely).toEqual([4, 6])
})

test('a circle of another machine has an agent of ours when its user says so, and until they say no', async () => {
  await janus.window('agents.change', { agent: 'scout', shared: 'ask' })
  await expect(janus.window('seats.decide', { agent: 'scout', take: true })).rejects.toThrow(
    'No circle of another machine has a seat for it.',
  )
  await came('seat', seatFor(scout))
  const shown = () => {
    const state = janus.engine.state.agents.get(scout)
    return (
      state &&
      agentView(
        janus.engine.state,
        state,
        () => null,
        () => null,
      ).awaySeat
    )
  }
  expect(shown()).toEqual({ topic: 'Which port?', by: 'Ann@barn', machine: 'barn', asked: true })
  await janus.window('seats.decide', { agent: 'scout', take: true })
  expect(shown()?.asked).toBe(false)
  await expect(convene([{ name: 'scout' }, { agent: 'Bob@barn' }])).rejects.toThrow(
    'scout is in the gathering "Which port?" of another machine. An agent can be in only one at a time: leave it out, or wait until that is over.',
  )
  expect(await janus.as({ kind: 'api' }, 'seats.decide', { agent: 'scout', take: false })).toEqual({
    seat: null,
  })
  expect(shown()).toBeUndefined()
})

test('what another machine takes back was not withdrawn by the user of this one', async () => {
  await janus.window('agents.change', { agent: 'scout', shared: 'ask' })
  await came('seat', seatFor(scout))
  await came('mail', makeCircleAsk({ to: scout, body: 'The piece.' }))
  const [asked] = janus.engine.state.agents.get(scout)?.mailbox ?? []
  expect(asked).toMatchObject({ body: 'The piece.', state: 'held' })
  await came('withdrawn', { message: 'msg-there00001' })
  const message = await janus.window('messages.get', { id: asked?.id ?? '' })
  expect(message).toMatchObject({ state: 'withdrawn', reason: null })
})

test('while its user is asked, only a little of a circle waits at a seat; the rest is told to be too much', async () => {
  await janus.window('agents.change', { agent: 'scout', shared: 'ask' })
  await came('seat', seatFor(scout))
  const words = (n: number) => makeCircleMail({ id: remoteMessageId(n), to: scout, body: `Words ${n}.` })
  for (let n = 1; n <= 101; n += 1) await came('mail', words(n))
  const waiting = () => janus.engine.state.agents.get(scout)?.mailbox.length
  expect(waiting()).toBe(100)
  await janus.window('seats.decide', { agent: 'scout', take: true })
  await came('mail', words(102))
  expect(waiting()).toBe(101)
})

test('a user of another machine has a seat, under an id that no agent can have; only this machine’s own is the user', async () => {
  await present({ user: 'Ann' })
  const g = await convene([{ name: 'scout' }, { agent: 'ann@BARN' }])
  expect(g.seats[1]).toMatchObject({ name: 'Ann@barn', kind: 'user', agent: guestKey('barn'), hand: false })
  expect(g.needs).toBe(null)
  // A user with the same name as an agent is addressed as `user@barn`.
  await present({ user: 'Bob' })
  await janus.window('agents.create', { name: 'third' })
  await expect(convene([{ agent: 'Bob@barn' }, { agent: 'user@barn' }], { name: 'third' })).rejects.toThrow(
    'both called Bob@barn',
  )
  await expect(janus.window('messages.send', { agent: 'user@barn', message: 'You there?' })).rejects.toThrow(
    'No agent on barn has that name. There are: Bob@barn. You cannot write to a user there, but give them a seat in a gathering.',
  )
  await expect(
    janus.as({ kind: 'agent', id: scout }, 'messages.send', { agent: 'Bo@barn', message: 'You there?' }),
  ).rejects.toThrow('There are: Bob@barn. You can only answer a user there: with reply_to_agent,')
  await expect(convene([{ name: 'scout' }, { name: 'Zoe@barn' }])).rejects.toThrow(
    'There are: Bob@barn. Its user can have a seat too: user@barn.',
  )
  await present({ user: 'Ann' })
  await expect(convene([{ name: 'scout' }, { name: 'Zoe@barn' }])).rejects.toThrow('a seat too: Ann@barn.')
})

test('an agent of ours passes the piece there by its tool: its answer ends with the line that says so', async () => {
  let go = (): void => undefined
  acts = [
    { do: 'hold', until: (on) => (go = on) },
    { do: 'say', text: 'It is 9090.' },
  ]
  const pass = (turnId: string) =>
    janus.as({ kind: 'agent', id: scout }, 'gatherings.pass', { turnId, to: 'Bob' })
  await expect(pass('grt-theirs0001')).rejects.toThrow('You have no seat in that gathering.')
  await janus.window('agents.change', { agent: 'scout', shared: 'open' })
  await came('seat', seatFor(scout))
  await expect(pass('grt-theirs0001')).rejects.toThrow('end your answer to it with the line PASS')
  await expect(janus.as({ kind: 'agent', id: scout }, 'gatherings.pass', {})).rejects.toThrow(
    'That is not your turn with the piece.',
  )
  await came('mail', makeCircleAsk({ to: scout, body: 'Your turn.' }))
  janus.clock.advance(1000)
  const there = { id: 'gat-theirs0001@barn' } as const
  await expect(janus.as({ kind: 'agent', id: scout }, 'gatherings.get', there)).rejects.toThrow(
    'That gathering is on the machine barn. What is said there comes to you by itself',
  )
  await expect(janus.as({ kind: 'api' }, 'gatherings.get', there)).rejects.toThrow('There is no gathering')
  const bare = { ...there, turnId: 'grt-theirs0001' }
  for (const input of [bare, {}])
    expect(await janus.as({ kind: 'agent', id: scout }, 'gatherings.pass', input)).toMatchObject({
      line: 'PASS',
    })
  expect(await pass('grt-theirs0001')).toEqual({
    id: 'gat-theirs0001@barn',
    machine: 'barn',
    line: 'PASS: Bob',
  })
  go()
  janus.clock.advance(1000)
  expect(told('receipt').at(-1)).toMatchObject({ reply: { text: 'It is 9090.\n\nPASS: Bob' } })
})

test('final words that are longer than any message are cut on their way to another machine', async () => {
  acts = [{ do: 'say', text: 'So it is. '.repeat(120_000) }]
  await janus.window('agents.change', { agent: 'scout', shared: 'open' })
  const from = { id: 'agt-bob0000000', name: 'Bob' } as const
  await came('mail', makeWireMail({ from, to: scout, body: 'Which port?', expectsReply: true }))
  janus.clock.advance(1000)
  expect(wireReceipt.parse(told('receipt').at(-1))).toMatchObject({
    stands: 'answered',
    reply: { text: expect.stringMatching(/^So it is/) },
  })
})
