import { beforeEach, expect, test } from 'vitest'
import { userKey } from '../../contract/mail/authors.ts'
import type { MessageId } from '../../contract/api/model.ts'
import { fleetOfAttic, type Attic } from '../../testkit/factories/attic.ts'
import type { ComposedJanus } from '../../testkit/factories/composed.ts'
import { makeCircleAsk, makeCircleMail, remoteMessageId } from '../../testkit/factories/machines.ts'

const circle = 'gat-theirs0001@barn'
const kept = {
  gathering: 'gat-theirs0001',
  topic: 'Which port?',
  by: 'Ann',
  member: userKey,
  seated: true,
}

let janus: ComposedJanus
let came: Attic['came']
let barn: Attic['barn']
beforeEach(async () => {
  ;({ janus, came, barn } = await fleetOfAttic())
})

const seats = () => barn().machine.circles ?? []
const seat = () => seats()[0]
const lengthOf = (thread: MessageId) => janus.store.threadLength(thread, Number.MAX_SAFE_INTEGER)
/** Barn sends a seat together with its acknowledgment of everything so far. */
const knows = (body: object) => {
  const { as: incarnation, told: n } = barn().machine
  return came('seat', body, { heard: { incarnation, n } })
}

test('the user sits in a circle of another machine: what is said there, their turn, and what they say', async () => {
  await came('seat', kept)
  const bobs = { id: 'agt-bob0000000', name: 'Bob' } as const
  const spoken = { gathering: 'gat-theirs0001', as: 'words', number: 1, turn: null } as const
  await came('mail', makeCircleMail({ from: bobs, body: 'I say 8080.', seat: spoken }))
  await came('mail', makeCircleAsk({ id: remoteMessageId(2), body: 'Your turn.' }))
  const { id: scout } = await janus.window('agents.create', { name: 'scout' })
  await expect(janus.as({ kind: 'agent', id: scout }, 'circles.words', { circle })).rejects.toThrow()
  const { items } = await janus.window('circles.words', { circle })
  expect(items).toMatchObject([
    { from: 'the gathering on barn', number: null, text: 'Your turn.', isTurn: true, answer: null },
    { from: 'Bob@barn', number: 1, text: 'I say 8080.', isTurn: false, answer: null },
  ])
  const first = await janus.window('circles.words', { circle, limit: 1 })
  expect(first.items).toEqual(items.slice(0, 1))
  expect((await janus.window('circles.words', { circle, cursor: first.next ?? 0 })).items).toEqual(
    items.slice(1),
  )
  const id = items[0]?.id ?? 'msg-none'
  await expect(janus.window('circles.say', { circle, turn: id, text: 'Mine.' })).rejects.toThrow(
    'Take the seat first.',
  )
  await janus.window('circles.decide', { circle, take: true })
  await janus.window('circles.seen', { circle })
  expect(seat()?.ask?.state).toBe('read')
  await janus.window('circles.say', { circle, turn: id, text: 'It is 9090.' })
  expect(seat()).toMatchObject({ ask: null, stands: 'taken' })
  expect((await janus.window('circles.words', { circle })).items[0]).toMatchObject({
    answer: { text: 'It is 9090.' },
  })
  await expect(janus.window('circles.say', { circle, turn: id, text: 'Again.' })).rejects.toThrow(
    'had moved on',
  )
  // The user leaves and may come back; messages stay until they dismiss the seat.
  await janus.window('circles.decide', { circle, take: false })
  expect(seat()?.stands).toBe('left')
  expect((await janus.window('circles.words', { circle })).items).toHaveLength(items.length)
  await janus.window('circles.decide', { circle, take: false })
  await expect(janus.window('circles.words', { circle })).rejects.toThrow('No circle of another machine')
})

test('a pause of that circle takes nothing of the user’s time, and counts from when they began', async () => {
  await came('seat', kept)
  await janus.window('circles.decide', { circle, take: true })
  const paused = (is: boolean) => came('seat', { ...kept, ...(is ? { paused: true } : {}) })
  await paused(true)
  janus.clock.advance(5000)
  const turn = { id: 'grt-theirs0001', beat: 0, beats: 1, ms: 60_000 } as const
  const asks = { gathering: 'gat-theirs0001', as: 'ask', number: null, turn } as const
  await came('mail', makeCircleAsk({ body: 'You have it.', seat: asks }))
  janus.clock.advance(5000)
  await janus.window('circles.seen', { circle })
  const began = janus.clock.now()
  janus.clock.advance(7000)
  await paused(true)
  await paused(false)
  expect(seat()).toMatchObject({ stands: 'taken', stoodFor: 7000 })
  expect(seat()?.pausedAt).toBeUndefined()
  await paused(true)
  janus.clock.advance(3000)
  await paused(false)
  const { seat: view } = await janus.window('circles.decide', { circle, take: true })
  expect(view?.turn?.until).toBe(new Date(began + 60_000 + 10_000).toISOString())
})

test('a pause during which they left is forgotten: the circle may have gone on without them', async () => {
  await came('seat', kept)
  await janus.window('circles.decide', { circle, take: true })
  await came('seat', { ...kept, paused: true })
  await janus.window('circles.decide', { circle, take: false })
  const { seat: view } = await janus.window('circles.decide', { circle, take: true })
  expect(view).toMatchObject({ status: 'taken', isPaused: false })
})

test('who is asked into a circle that is paused sees that', async () => {
  await came('seat', { ...kept, paused: true })
  const { seat: view } = await janus.window('circles.decide', { circle, take: true })
  expect(view).toMatchObject({ status: 'taken', isPaused: true })
})

test('what a machine told of a seat before it heard that they left asks them for nothing', async () => {
  await came('seat', kept)
  await janus.window('circles.decide', { circle, take: true })
  await janus.window('circles.decide', { circle, take: false })
  await came('seat', { ...kept, paused: true })
  expect(seat()).toMatchObject({ stands: 'left', isNew: false })
  await knows(kept)
  expect(seat()).toMatchObject({ stands: 'asked', isNew: true })
})

test('a machine cannot fill the disk with circles in which nobody here sits', async () => {
  const long = 'x'.repeat(1024 * 1024 - 4096)
  let n = 0
  const offers = async (place: number) => {
    const gathering = `gat-theirs000${String(place)}` as const
    await came('seat', { ...kept, gathering })
    for (let count = 0; count < 5; count += 1) {
      const of = { gathering, as: 'words', number: null, turn: null } as const
      await came('mail', makeCircleMail({ id: remoteMessageId((n += 1)), body: long, seat: of }))
    }
    await came('seat', { ...kept, gathering, seated: false })
  }
  const taken = () => seats().reduce((sum, { thread }) => sum + (thread === null ? 0 : lengthOf(thread)), 0)
  for (let place = 1; place < 8; place += 1) await offers(place)
  // Four of each, sixteen in all.
  expect(taken()).toBe(16)
  await janus.window('circles.decide', { circle: 'gat-theirs0001@barn', take: false })
  await offers(8)
  expect(taken()).toBe(16 - 4 + 4)
  // Repeated questions are limited too, since each one adds a timeline entry.
  for (let place = 2; place < 5; place += 1) await offers(place)
  for (let time = 0; time < 100; time += 1)
    for (const seated of [true, false]) await came('seat', { ...kept, seated })
  const limit = 16 * 1024 * 1024
  const unasked = () => barn().machine.unasked
  expect(unasked()).toBe(limit)
  expect(seats().map(({ stands: how }) => how)).not.toContain('asked')
  await janus.window('circles.decide', { circle, take: false })
  await knows(kept)
  expect([unasked(), seats().at(-1)?.stands]).toEqual([1024, 'asked'])
})

const stands = {
  question: 'Which?',
  phase: 'hold',
  round: 1,
  rounds: 2,
  holder: 1,
  yours: 2,
  harvester: 'scribe',
  seats: [
    { number: 1, name: 'Bob', isUser: false, had: false, left: false },
    { number: 2, name: 'Mo@attic', isUser: true, had: true, left: false },
  ],
}
const view = () => janus.window('circles.decide', { circle, take: true }).then(({ seat: one }) => one)

test('how the circle stands is known as long as they sit there', async () => {
  await came('seat', { ...kept, asks: true, circle: stands })
  expect((await view())?.now).toEqual({
    ...stands,
    harvester: 'scribe@barn',
    seats: [{ ...stands.seats[0], name: 'Bob@barn' }, stands.seats[1]],
  })
  await came('seat', { ...kept, circle: { ...stands, holder: 2 } })
  expect(seat()).toMatchObject({ stands: 'taken', circle: { holder: 2 } })
  await came('seat', { ...kept, seated: false })
  expect(seat()).toMatchObject({ stands: 'over' })
  expect(seat()?.circle).toBeUndefined()
})

test('who has left is told nothing of it, and is asked again only where it says so', async () => {
  await came('seat', { ...kept, asks: true, circle: stands })
  await janus.window('circles.decide', { circle, take: false })
  await knows({ ...kept, circle: { ...stands, holder: 2 } })
  expect(seat()).toMatchObject({ stands: 'left', isNew: false })
  expect(seat()?.circle).toBeUndefined()
  await knows({ ...kept, asks: true, circle: stands })
  expect(seat()).toMatchObject({ stands: 'asked', isNew: true, circle: { holder: 1 } })
})

test('a circle that was over for them and is not, as after a backup of its machine, keeps what was said', async () => {
  await came('seat', kept)
  await came('mail', makeCircleMail({ body: 'Begun.' }))
  await came('seat', { ...kept, seated: false })
  await came('seat', kept)
  expect((await janus.window('circles.words', { circle })).items).toMatchObject([{ text: 'Begun.' }])
})

test('who has left and put it away is not asked again by what was told before that was heard', async () => {
  await came('seat', { ...kept, asks: true, circle: stands })
  for (const take of [true, false, false]) await janus.window('circles.decide', { circle, take })
  expect(seats()).toEqual([])
  await came('seat', { ...kept, circle: { ...stands, holder: 2 } })
  await came('seat', { ...kept, asks: true, circle: stands })
  expect(seats()).toEqual([])
  await knows({ ...kept, asks: true, circle: stands })
  expect(seat()).toMatchObject({ stands: 'asked', isNew: true })
})

test('only what asks is answered: how the circle stands is told whenever the piece moves', async () => {
  await came('seat', { ...kept, asks: true, circle: stands })
  await janus.window('circles.decide', { circle, take: true })
  const told = () => barn().machine.told
  const before = told()
  await came('seat', { ...kept, circle: { ...stands, holder: 2 } })
  expect(told()).toBe(before)
  await came('seat', { ...kept, asks: true, circle: stands })
  expect(told()).toBe(before + 1)
})

test('the piece goes to nobody who does not sit there: that line would be said', async () => {
  await came('seat', { ...kept, asks: true, circle: stands })
  await janus.window('circles.decide', { circle, take: true })
  await came('mail', makeCircleAsk({ body: 'Now you.' }))
  const says = (to: number) =>
    janus.window('circles.say', { circle, turn: seat()?.ask?.id ?? 'msg-none', text: '9090.', to })
  await expect(says(3)).rejects.toThrow('No seat there has the number 3.')
  expect((await says(1)).seat.turn).toBeNull()
})

test('a circle that is over brings little more', async () => {
  await came('seat', kept)
  await came('seat', { ...kept, seated: false })
  for (let n = 3; n < 303; n += 1) await came('mail', makeCircleMail({ id: remoteMessageId(n) }))
  const thread = seat()?.thread ?? 'msg-none'
  expect(lengthOf(thread)).toBe(200)
})
