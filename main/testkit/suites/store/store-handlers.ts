import { expect, it } from 'vitest'
import type { Handler } from '../../../contract/handlers/handlers.ts'
import type { Row } from '../../../ports/ports.ts'
import { agentId, makeAgent, makeMessage, messageRow } from '../../factories/factories.ts'
import type { StoreInHand } from './store-reading.ts'

function makeHandler(n: number, changes: Partial<Handler> = {}): Handler {
  return {
    id: `hdl-${n.toString(36).padStart(10, '0')}`,
    agent: agentId(1),
    name: `Regel ${n} “ü”`,
    isOn: true,
    place: n,
    asks: [],
    told: null,
    did: 0,
    lastAt: null,
    madeAt: 1000 + n,
    when: {
      from: [agentId(2)],
      priorities: ['high'],
      question: 'yes',
      doing: ['asleep'],
      words: { which: 'any', texts: ['größe\n'] },
    },
    then: { kind: 'respond', text: 'Später.\n' },
    madeBy: { kind: 'user', via: 'window' },
    ...changes,
  }
}

export function handlersSuite({ store, reopen }: StoreInHand): void {
  const put = (row: Handler, open = true): Row => ({ table: 'handler', row, open })

  it('come back as they were written last, without those that were removed', () => {
    const changed = makeHandler(1, { isOn: false, then: { kind: 'hold' }, did: 3, lastAt: 7 })
    store().commit([put(makeHandler(1)), put(makeHandler(2)), put(makeHandler(3))])
    store().commit([put(changed), put(makeHandler(2), false)])
    reopen()
    expect(store().load().handlers).toEqual([changed, makeHandler(3)])
  })

  it('go with their agent when it is deleted for ever, and with no other', () => {
    const other = makeHandler(2, { agent: agentId(2) })
    store().commit([
      ...[1, 2].map((n): Row => ({ table: 'agent', row: makeAgent(n) })),
      put(makeHandler(1)),
      put(other),
    ])
    store().commit([{ table: 'forgotten', agent: agentId(1) }])
    reopen()
    expect(store().load().handlers).toEqual([other])
  })

  it('are tried on what agents have sent to one, newest first, page by page', () => {
    const by = (n: number, from: number, to: number) =>
      makeMessage(n, { from: { kind: 'agent', id: agentId(from) }, to: agentId(to) })
    const mail = [by(1, 2, 1), makeMessage(2), by(3, 2, 1), by(4, 1, 2), by(5, 3, 1)]
    const notice = makeMessage(6, { from: { kind: 'system' } })
    store().commit([...mail.map((one) => messageRow(one, false)), messageRow(notice)])
    const received = (before: number | null, limit: number) =>
      store()
        .received(agentId(1), before, limit)
        .map(({ seq }) => seq)
    expect(received(null, 10)).toEqual([5, 3, 1])
    expect(received(null, 2)).toEqual([5, 3])
    expect(received(3, 10)).toEqual([1])
    expect(received(null, 0)).toEqual([])
  })
}
