import { expect, it } from 'vitest'
import { StoreFullError } from '../../../ports/ports.ts'
import type { Row } from '../../../ports/ports.ts'
import { everything } from '../../../ports/search-query.ts'
import {
  agentId,
  entryRow,
  makeAgent,
  nothingLoaded,
  makeEntry,
  makeMessage,
  messageRow,
} from '../../factories/factories.ts'
import type { StoreInHand } from './store-reading.ts'

/** A commit is complete, or leaves no trace. */
export function atomicSuite({ store, reopen }: StoreInHand): void {
  it.each([
    ['a place taken by another message', makeMessage(1, { id: 'msg-other' })],
    ['a key of this sender taken by another message', makeMessage(2, { idempotencyKey: 'key' })],
    ['another place for a known message', makeMessage(1, { seq: 8 })],
  ])('keeps nothing of a commit with %s', (_, wrong) => {
    const before = makeMessage(1, { idempotencyKey: 'key' })
    store().commit([{ table: 'agent', row: makeAgent(1) }, messageRow(before)])
    const rows: Row[] = [
      { table: 'agent', row: makeAgent(1, { lastLine: 'changed' }) },
      { table: 'agent', row: makeAgent(2) },
      entryRow(makeEntry(1, { text: 'unseen' })),
      messageRow(wrong),
    ]
    expect(() => store().commit(rows)).toThrow()
    for (const again of [() => undefined, reopen]) {
      again()
      expect(store().load()).toEqual({
        ...nothingLoaded,
        agents: [makeAgent(1)],
        messages: [before],
        seq: 1,
      })
      expect(store().entries(agentId(1), null, 10)).toEqual([])
      expect(store().search(everything('unseen'), 10, 0)).toEqual([])
    }
  })

  it('goes on after a refused commit', () => {
    store().commit([messageRow(makeMessage(1))])
    expect(() => store().commit([messageRow(makeMessage(1, { id: 'msg-other' }))])).toThrow()
    store().commit([messageRow(makeMessage(2))])
    expect(store().load().messages).toHaveLength(2)
  })

  it('does not call a mistake of its caller a full disk', () => {
    store().commit([messageRow(makeMessage(1))])
    expect(() => store().commit([messageRow(makeMessage(1, { id: 'msg-other' }))])).not.toThrow(
      StoreFullError,
    )
  })

  it('takes an empty commit', () => {
    expect(() => store().commit([])).not.toThrow()
  })
}
