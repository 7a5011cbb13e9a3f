import type { MessageReport, TicketReport } from '../../contract/api/reports.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiRoutes } from '../../contract/api/agents-api.ts'
import type { Thread } from '../../contract/mail/mail-views.ts'
import { serveDomain, type ServedDomain, type Told } from '../../testkit/served/served-domain.ts'

/**
 * Every route is tried with every kind of message by every caller. The clock is stopped, so no process reads
 * anything.
 */
let served: ServedDomain
const ids = new Map<string, string>()
const nobodys = 'msg-zzzzzzzzzz'

const send = (who: string, whom: string, fields: object) =>
  served.call(who, 'POST', `/agents/${whom}/message`, fields)

const answer = (who: string, ticketId: string, payload = 'as far as the ferry') =>
  served.call(who, 'POST', '/replies', { ticketId, payload })

const messageIdOf = ({ body }: Told): string => (body as { messageId: string }).messageId

beforeAll(async () => {
  served = await serveDomain(['Ann', 'Bob', 'Cat', 'Dan'])
  const keep = async (name: string, told: Promise<Told>) => ids.set(name, messageIdOf(await told))
  await keep('plain', send('Ann', 'Bob', { message: 'words of plain' }))
  await keep('question', send('Ann', 'Bob', { message: 'words of question', expectReply: true }))
  await keep('answered', send('Ann', 'Bob', { message: 'words of answered', expectReply: true }))
  await keep('reverse', answer('Bob', ids.get('answered') ?? ''))
  await keep('users', send('user', 'Bob', { message: 'words of users', expectReply: true }))
  await keep('told', send('user', 'Bob', { message: 'words of told', expectReply: true }))
  await answer('Bob', ids.get('told') ?? '')
})
afterAll(() => served.close())

type Which = 'plain' | 'question' | 'answered' | 'reverse' | 'users' | 'told'
const which: readonly Which[] = ['plain', 'question', 'answered', 'reverse', 'users', 'told']
const tickets: readonly Which[] = ['question', 'answered', 'users', 'told']
const parties: Readonly<Record<Which, readonly string[]>> = {
  plain: ['Ann', 'Bob'],
  question: ['Ann', 'Bob'],
  answered: ['Ann', 'Bob'],
  reverse: ['Ann', 'Bob'],
  users: ['Bob'],
  told: ['Bob'],
}
const everyone = ['Ann', 'Bob', 'Cat', 'Dan', 'user']

/** Routes that take a message, with the kinds that they accept. */
const reads: Readonly<Record<string, readonly Which[]>> = {
  '/messages/:id': which,
  '/tickets/:id': tickets,
  '/replies/:id': tickets,
  '/threads/:id': which,
}

/** The answer without the requested id. */
const anonymous = ({ status, body }: Told, id: string): string =>
  `${String(status)} ${JSON.stringify(body).replaceAll(id, 'ID')}`

/** A snapshot of all messages ever accepted. */
const everything = (): string => {
  const { store, engine } = served.janus
  return JSON.stringify([
    store.load(),
    engine.state.seq,
    which.map((name) => store.message((ids.get(name) ?? 'msg-') as `msg-${string}`)),
  ])
}

test('every route that reads mail by its id is in this table', () => {
  const routes = apiRoutes.filter(
    ({ method, path, kind }) =>
      method === 'GET' &&
      path.includes(':id') &&
      !/^\/(links|gatherings)/.test(path) &&
      // Only the user exports; see log-export.test.ts.
      kind !== 'log.export',
  )
  expect(routes.map(({ path }) => path).sort()).toEqual(Object.keys(reads).sort())
})

describe.each(Object.entries(reads))('GET %s', (path, kinds) => {
  const pairs = everyone.flatMap((who) => which.map((name) => [who, name] as const))

  test.each(pairs)('%s, of "%s"', async (who, name) => {
    const before = everything()
    const id = ids.get(name) ?? ''
    const told = await served.call(who, 'GET', path.replace(':id', id))
    if ((who === 'user' || parties[name].includes(who)) && kinds.includes(name)) {
      expect(told.status).toBe(200)
      expect(JSON.stringify(told.body)).toContain(id)
    } else {
      const missing = await served.call(who, 'GET', path.replace(':id', nobodys))
      expect(anonymous(told, id)).toBe(anonymous(missing, nobodys))
      expect([told.status, told.code]).toEqual([404, 'not_found'])
    }
    expect(everything()).toBe(before)
  })
})

test('a question for the reply to another’s ticket does not even wait', async () => {
  const path = `/replies/${ids.get('question') ?? ''}?waitMs=50000`
  expect(await served.call('Cat', 'GET', path)).toMatchObject({ status: 404, code: 'not_found' })
  expect(await served.call('Ann', 'GET', `/replies/${nobodys}?waitMs=50000`)).toMatchObject({ status: 404 })
})

describe('POST /replies', () => {
  const wrong = everyone.flatMap((who) =>
    which.filter((name) => !(who === 'Bob' && tickets.includes(name))).map((name) => [who, name] as const),
  )

  test.each(wrong)('%s answers "%s": as if it were not there', async (who, name) => {
    const before = everything()
    const id = ids.get(name) ?? ''
    const told = await answer(who, id)
    expect(anonymous(told, id)).toBe(anonymous(await answer(who, nobodys), nobodys))
    expect([told.status, told.code]).toEqual(who === 'user' ? [403, 'not_allowed'] : [404, 'not_found'])
    expect(everything()).toBe(before)
  })
})

describe('a message that goes on from one', () => {
  const pairs = ['Ann', 'Bob', 'Cat'].flatMap((who) => which.map((name) => [who, name] as const))

  test.each(pairs.filter(([who, name]) => !parties[name].includes(who)))(
    'of others, by %s from "%s": as if it were not there',
    async (who, name) => {
      const before = everything()
      const id = ids.get(name) ?? ''
      const told = await send(who, 'Dan', { message: 'x', replyTo: id })
      const missing = await send(who, 'Dan', { message: 'x', replyTo: nobodys })
      expect(anonymous(told, id)).toBe(anonymous(missing, nobodys))
      expect([told.status, told.code]).toEqual([404, 'not_found'])
      expect(everything()).toBe(before)
    },
  )

  test.each(pairs.filter(([who, name]) => parties[name].includes(who)))(
    'of one’s own, by %s from "%s", is shown to no third',
    async (who, name) => {
      const id = ids.get(name) ?? ''
      const sent = messageIdOf(await send(who, 'Dan', { message: `${who} of ${name}`, replyTo: id }))
      const { body } = await served.call('Dan', 'GET', `/threads/${sent}`)
      expect((body as Thread).messages.map((message) => message.from)).not.toContain('mo')
      for (const { from, to } of (body as Thread).messages) expect([from, to]).toContain('Dan')
      expect(JSON.stringify(body)).not.toContain('words of')
    },
  )
})

test.each(everyone)('GET /tickets tells %s their own', async (who) => {
  const { body } = await served.call(who, 'GET', '/tickets')
  const listed = (body as { items: TicketReport[] }).items.map(({ id }) => id)
  const own = tickets.filter((name) =>
    who === 'user' ? name === 'users' || name === 'told' : parties[name].includes(who),
  )
  expect(listed).toEqual(own.map((name) => ids.get(name)).reverse())
})

test('metadata of a reply comes with it, and with the message that brings it', async () => {
  const ticketId = messageIdOf(await send('Cat', 'Dan', { message: 'how far?', expectReply: true }))
  const metadata = { ключ: 'x'.repeat(4000), '': '' }
  const sent = await served.call('Dan', 'POST', '/replies', { ticketId, payload: 'far', metadata })
  const reply = { text: 'far', metadata, implicit: false, messageId: messageIdOf(sent) }
  expect((await served.call('Cat', 'GET', `/tickets/${ticketId}`)).body).toMatchObject({ reply })
  expect((await served.call('Cat', 'GET', `/replies/${ticketId}`)).body).toMatchObject({ reply })
  const { body } = await served.call('Cat', 'GET', `/messages/${messageIdOf(sent)}`)
  expect(body as MessageReport).toMatchObject({
    isReply: true,
    replyTo: ticketId,
    thread: ticketId,
    expectsReply: false,
    message: 'far',
    metadata: { ...metadata, isReply: 'true', replyTo: ticketId },
  })
})

/** Resolves with the next ticket in Dan's mailbox. */
function nextOfDan(): Promise<string> {
  return new Promise((resolve) => {
    const known = new Set<string>()
    const stop = served.janus.feed.subscribe((event) => {
      const views =
        event.kind === 'snapshot' ? event.view.agents : event.kind === 'agent' ? [event.agent] : []
      for (const { name, pending } of views) {
        const fresh = name === 'Dan' ? pending.find(({ id }) => !known.has(id)) : undefined
        if (event.kind === 'snapshot') for (const { id } of pending) known.add(id)
        else if (fresh) {
          stop()
          resolve(fresh.id)
        }
      }
    })
  })
}

test('a send that waits is answered with the reply, and with why there is none', async () => {
  const [asked, sent] = [nextOfDan(), send('Ann', 'Dan', { message: 'how far?', awaitMs: 3_600_000 })]
  const ticketId = await asked
  const reply = messageIdOf(await answer('Dan', ticketId, 'far'))
  expect((await sent).body).toMatchObject({ ticketId, reply: { text: 'far', messageId: reply } })
  const [again, late] = [nextOfDan(), send('Ann', 'Dan', { message: 'and now?', awaitMs: 50 })]
  const second = await again
  const { body } = await served.call('Ann', 'GET', `/replies/${second}?waitMs=0`)
  expect(body).toMatchObject({ state: 'open', reply: null })
  // Too soon for any process to have read it.
  served.janus.clock.advance(50)
  expect((await late).body).toMatchObject({ ticketId: second, awaited: 'late' })
})

test('what expects a reply is not low, in words and with its own status', async () => {
  const told = await send('Ann', 'Dan', { message: 'x', expectReply: true, priority: 'low' })
  expect([told.status, told.code]).toEqual([422, 'low_ticket'])
})
