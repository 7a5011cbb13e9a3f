import { beforeEach, expect, it } from 'vitest'
import type { AgentId } from '../../../contract/api/model.ts'
import type { Message } from '../../../contract/mail/messages.ts'
import { agentId, makeMessage, makeTurn, messageRow } from '../../factories/factories.ts'
import { pagesAfter, pagesBefore, type StoreInHand } from './store-reading.ts'

const seqs = (messages: readonly Message[]): number[] => messages.map((message) => message.seq)

const byAgent = (n: number): Message['from'] => ({ kind: 'agent', id: agentId(n) })

export function threadsSuite({ store, reopen }: StoreInHand): void {
  const first = makeMessage(1).id
  const thread = (offset: number, limit: number): number[] => seqs(store().thread(first, offset, limit))
  beforeEach(() => {
    const members = [9, 3, 1, 5, 7].map((n) => messageRow(makeMessage(n, { thread: first }), n === 9))
    store().commit([...members, ...[2, 4].map((n) => messageRow(makeMessage(n)))])
  })

  it('gives the members in order of acceptance, settled or not, after a restart too', () => {
    expect(thread(0, 10)).toEqual([1, 3, 5, 7, 9])
    reopen()
    expect(store().thread(first, 0, 1)).toEqual([makeMessage(1, { thread: first })])
    expect(seqs(store().thread(makeMessage(2).id, 0, 10))).toEqual([2])
  })

  pagesAfter([1, 3, 5, 7, 9], thread)

  it.each([
    [null, 5],
    [9, 5],
    [5, 3],
    [4, 2],
    [0, 0],
  ])('has, up to %j, so many members: %j', (upTo, expected) => {
    expect(store().threadLength(first, upTo)).toBe(expected)
  })

  it('is named by any message, not by its members', () => {
    expect(store().thread(makeMessage(3).id, 0, 10)).toEqual([])
  })

  it('tells members as they are now, and forgets those of an agent that is deleted', () => {
    const changed = makeMessage(3, { thread: first, state: 'read' })
    const elsewhere = makeMessage(11, { thread: first, to: agentId(2) })
    store().commit([messageRow(changed, false), messageRow(elsewhere)])
    expect(store().thread(first, 1, 1)).toEqual([changed])
    store().commit([{ table: 'forgotten', agent: agentId(1) }])
    expect(store().thread(first, 0, 10)).toEqual([elsewhere])
  })
}

/** Messages that expect a reply, by asker and receiver. */
export function ticketsSuite({ store, reopen }: StoreInHand): void {
  const tickets = (party: AgentId | 'user', before: number | null = null, limit = 10): number[] =>
    seqs(store().tickets(party, before, limit))
  const ask = (n: number, from: Message['from'], to: number, changes: Partial<Message> = {}): Message =>
    makeMessage(n, { from, to: agentId(to), expectsReply: true, ...changes })
  beforeEach(() => {
    const all = [
      ask(1, byAgent(1), 2),
      ask(2, byAgent(2), 1, { state: 'answered' }),
      ask(3, { kind: 'user', via: 'window' }, 1),
      ask(4, { kind: 'user', via: 'api' }, 2),
      ask(5, byAgent(1), 3),
      makeMessage(6, { from: byAgent(1), to: agentId(2) }),
      ask(7, byAgent(3), 1),
    ]
    store().commit(all.map((message) => messageRow(message, message.state === 'queued')))
  })

  it('gives those asked and those to be answered, newest first; the user is one', () => {
    expect(tickets(agentId(1))).toEqual([7, 5, 3, 2, 1])
    expect(tickets(agentId(2))).toEqual([4, 2, 1])
    expect(tickets('user')).toEqual([4, 3])
    reopen()
    expect(tickets(agentId(3))).toEqual([7, 5])
    expect(store().tickets(agentId(3), 7, 1)).toEqual([ask(5, byAgent(1), 3)])
  })

  pagesBefore([1, 2, 3, 5, 7], (before, limit) => tickets(agentId(1), before, limit).reverse())

  it('tells how they stand now', () => {
    const reply = { message: 'msg-r', text: 'yes', at: 5, implicit: false, metadata: {} } as const
    const answered = ask(7, byAgent(3), 1, { state: 'answered', reply })
    store().commit([messageRow(answered, false)])
    reopen()
    expect(store().tickets(agentId(1), null, 1)).toEqual([answered])
  })

  it('forgets those put to an agent that is deleted, and keeps what it asked', () => {
    store().commit([{ table: 'forgotten', agent: agentId(1) }])
    expect([tickets(agentId(1)), tickets(agentId(2)), tickets(agentId(3))]).toEqual([[5, 1], [4, 1], [5]])
    expect(tickets('user')).toEqual([4])
  })

  it('gives every one once when paged to the end', () => {
    const more = Array.from({ length: 40 }, (_, i) => ask(i + 8, byAgent(1 + (i % 3)), 1 + ((i + 1) % 3)))
    store().commit(more.map((message) => messageRow(message)))
    const seen: number[] = []
    for (let before: number | null = null; ;) {
      const page = tickets(agentId(1), before, 7)
      seen.push(...page)
      if (page.length < 7) break
      before = page.at(-1) ?? null
    }
    expect(seen).toEqual([...seen].sort((a, b) => b - a))
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toEqual(tickets(agentId(1), null, 100))
  })
}

/** The user's messages to one agent. */
export function writtenSuite({ store, reopen }: StoreInHand): void {
  const peer: AgentId = `${agentId(9)}@attic`
  const written = (before: number | null, limit: number): number[] =>
    seqs(store().written(peer, before, limit))

  it('gives the user’s own, newest first, and nobody else’s', () => {
    const by = { user: { kind: 'user', via: 'api' }, agent: byAgent(1) } as const
    const all = [
      makeMessage(1, { from: by.user, to: peer }),
      makeMessage(2, { from: by.agent, to: peer }),
      makeMessage(3, { from: by.user, to: agentId(9) }),
      makeMessage(4, { from: by.user, to: peer, state: 'answered' }),
    ]
    store().commit(all.map((message) => messageRow(message, message.state === 'queued')))
    reopen()
    expect([written(null, 10), written(4, 10), written(null, 1), written(1, 10)]).toEqual([
      [4, 1],
      [1],
      [4],
      [],
    ])
  })

  it('keeps what people of other machines have sent under one sender for each machine', () => {
    const guest = { kind: 'guest', machine: 'attic', name: 'Mo' } as const
    store().commit([messageRow(makeMessage(1, { from: guest, to: agentId(1), idempotencyKey: 'msg-1' }))])
    expect(store().messageByKey({ ...guest, name: 'Ann' }, 'msg-1')?.seq).toBe(1)
    expect(store().messageByKey({ ...guest, machine: 'barn' }, 'msg-1')).toBeNull()
    expect(seqs(store().received(agentId(1), null, 10))).toEqual([1])
  })
}

export function turnNumberSuite({ store, reopen }: StoreInHand): void {
  it('gives the number of a turn, running or ended, until its agent is deleted', () => {
    store().commit([
      { table: 'turn', row: makeTurn(7), open: true },
      { table: 'turn', row: makeTurn(8, { agent: agentId(2), n: 3 }), open: false },
    ])
    reopen()
    expect([makeTurn(7).id, makeTurn(8).id].map((id) => store().turnNumber(id))).toEqual([7, 3])
    store().commit([{ table: 'turn', row: makeTurn(7), open: false }])
    expect(store().turnNumber(makeTurn(7).id)).toBe(7)
    store().commit([{ table: 'forgotten', agent: agentId(1) }])
    expect([makeTurn(7).id, makeTurn(8).id].map((id) => store().turnNumber(id))).toEqual([null, 3])
  })
}
