import { expect, test } from 'vitest'
import type { NoteFact } from '../../../main/contract/history/note-facts.ts'
import {
  outcomeOf,
  canDeliverAnyway,
  countsOf,
  handledAfter,
  handledCount,
  missedAfter,
  sendersOf,
  type UnseenMessage,
} from './digest.ts'
import { letter, user, row, waits } from '../../testing/mail.ts'

const entries = [
  letter(1, 'scout'),
  row(2),
  letter(3, 'scout', { text: 'first\nline' }),
  row(4),
  letter(5, 'critic', { turn: 'trn-2' }),
]

test('what peers sent since is what was read since, and what waits since', () => {
  const pending = [
    waits(7, { acceptedAt: 20 }),
    waits(8, { acceptedAt: 5 }),
    waits(9, { acceptedAt: 30, from: user }),
    waits(5, { acceptedAt: 30, state: 'written' }),
  ]
  const missed = missedAfter({ n: 2, at: 10 }, entries, pending)
  expect(missed.map(({ message, n, line }) => [message, n, line])).toEqual([
    ['msg-3', 3, 'first line'],
    ['msg-5', 5, 'row 5'],
    ['msg-7', null, 'words 7'],
  ])
})

test('what became of them: told by main, by the mailbox, else by the transcript', () => {
  const missed = (n: number, at: number | null): UnseenMessage => ({
    message: `msg-${n}`,
    n: at,
    from: user,
    fromName: 'x',
    line: '',
  })
  const now = {
    pending: [waits(7), waits(8, { state: 'held' })],
    fates: {},
    entries,
  }
  const dropped = { 'msg-9': { state: 'dropped' } } as never
  expect(outcomeOf(missed(3, 3), now)).toBe('read')
  expect(outcomeOf(missed(3, null), now)).toBe('read')
  expect(outcomeOf(missed(5, 5), now)).toBe('read')
  expect(outcomeOf(missed(7, null), now)).toBe('waits')
  expect(outcomeOf(missed(8, null), now)).toBe('held')
  expect(outcomeOf(missed(9, null), { ...now, fates: dropped })).toBe('ended')
})

test('it is said in few words', () => {
  expect(countsOf(['read', 'waits', 'read', 'held'])).toBe('2 read, 1 waits, 1 held for you')
  const from = (...names: string[]) =>
    names.map((fromName) => ({ message: null, n: 1, from: user, fromName, line: '' }))
  expect(sendersOf(from('scout'), true)).toBe('1 message from scout')
  expect(sendersOf(from('scout', 'critic', 'scout'), false)).toBe('at least 3 messages from scout and critic')
  expect(sendersOf(from('a', 'b', 'c', 'd'), true)).toBe('4 messages from a, b and 2 others')
})

const met: NoteFact = {
  kind: 'handled',
  name: 'Away',
  from: 'scout',
  words: 'Is it done?',
  action: { kind: 'answered', answer: 'msg-9', words: 'Later.' },
}

test('what handlers did since, from the lines that tell of it', () => {
  const notes = [row(2, { note: met, message: 'msg-1' }), row(3), row(4, { note: met, message: 'msg-2' })]
  expect(handledAfter({ n: 2, at: 0 }, notes)).toEqual([
    { message: 'msg-2', n: 4, name: 'Away', fromName: 'scout', line: 'Is it done?', action: met.action },
  ])
  expect([handledCount(0), handledCount(2)]).toEqual(['', '2 messages handled by your rules'])
})

test('an answered one can be handed over once, a held one while it is held, others not at all', () => {
  const given = row(3, { note: { kind: 'handedOver', name: 'Away', from: 'scout' }, message: 'msg-1' })
  const held = waits(1, { id: 'msg-1', state: 'held', hold: 'handler' })
  expect(canDeliverAnyway('msg-1', met.action, { entries: [], pending: [] })).toBe(true)
  expect(canDeliverAnyway('msg-1', met.action, { entries: [given], pending: [] })).toBe(false)
  expect(canDeliverAnyway('msg-1', { kind: 'held' }, { entries: [], pending: [held] })).toBe(true)
  expect(canDeliverAnyway('msg-1', { kind: 'held' }, { entries: [], pending: [] })).toBe(false)
  expect(canDeliverAnyway('msg-1', { kind: 'notified' }, { entries: [], pending: [held] })).toBe(false)
})
