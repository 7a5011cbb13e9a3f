import { expect, test } from 'vitest'
import type { PendingView } from '../../../main/contract/mail/mail-views.ts'
import type { MessageId } from '../../../main/contract/api/model.ts'
import type { MessageOutcome } from '../../state/logs.ts'
import { tab } from '../../testing/agent.ts'
import { canNudge } from './message-acts.tsx'
import { receiptSteps, wordsOfStep } from './receipt-view.tsx'
import { receiptOf } from './receipt.ts'
import { standingOf, waitingIn } from './standing.ts'

const words = (changes: Partial<Parameters<typeof receiptOf>[0]>) =>
  receiptOf({ state: 'queued', inInput: false, reason: null, waitReason: null, ...changes }).words

test('what waits says its place and why', () => {
  expect(words({})).toBe('next')
  expect(words({ place: 1, waitReason: 'turn' })).toBe('waits for the end of the turn')
  expect(words({ place: 3 })).toBe('waits, place 3')
  expect(words({ place: 2, waitReason: 'starting' })).toBe(
    'waits, place 2: waits until the agent has started',
  )
  expect(words({ absorbed: true })).toBe('will be sent with the next prompt')
  expect(words({ state: 'held', reason: { kind: 'policy', receiver: 'scout' } })).toBe(
    'held: needs your approval, as every message to scout does',
  )
})

test('words to another machine stand as that machine has told', () => {
  const away = (stands: 'on its way' | 'held' | 'read' | 'answered', why = '') =>
    ({ kind: 'away', machine: 'attic', stands, turn: stands === 'held' ? null : 4, why }) as const
  expect(words({ reason: away('on its way') })).toBe('on its way to attic')
  expect(words({ reason: away('held', 'waits for the approval of Bob’s user') })).toBe(
    'held on attic (waits for the approval of Bob’s user)',
  )
  const read = { state: 'read', reason: away('read') } as const
  expect(words(read)).toBe('read in turn 4 on attic')
  expect(words({ ...read, expectsReply: true })).toBe('read in turn 4 on attic, not answered yet')
  expect(words({ state: 'answered', isOwn: true, reason: away('answered') })).toBe('read in turn 4 on attic')
})

test('a message is read in a turn, and a question answered in one of two ways', () => {
  expect(words({ state: 'written' })).toBe('on its way')
  expect(words({ state: 'written', inInput: true })).toBe('delivered, not read yet')
  expect(words({ state: 'read', turn: 5 })).toBe('read in turn 5')
  expect(words({ state: 'read', turn: null })).toBe('read')
  expect(words({ state: 'read', turn: 5, expectsReply: true })).toBe('read in turn 5, not answered yet')
  expect(words({ state: 'answered' })).toBe('read')
  expect(words({ state: 'answered', turn: 5 })).toBe('read in turn 5')
  expect(words({ state: 'answered', turn: 5, isOwn: true })).toBe('answered in turn 5')
  expect(words({ state: 'answered', expectsReply: true })).toBe('answered')
  const asked = { state: 'answered', expectsReply: true } as const
  expect(words({ ...asked, reply: { implicit: true, byRule: false } })).toBe(
    'answered with the last words of its turn',
  )
  expect(words({ ...asked, reply: { implicit: false, byRule: false } })).toBe('answered with a reply')
  expect(words({ ...asked, reply: { implicit: false, byRule: true } })).toBe('answered by your rule')
})

test('where a rule answered, the turn of the agent after it is told apart', () => {
  const steps = [
    { state: 'answered', at: 1 },
    { state: 'read', at: 2 },
    { state: 'answered', at: 3 },
  ] as const
  const told = (byRule: boolean) => steps.map((step) => wordsOfStep(step, steps, true, byRule))
  expect(told(true)).toEqual(['Answered by your rule', 'Read', 'Turn ended'])
  expect(told(false)).toEqual(['Answered', 'Read', 'Answered'])
})

test('what ended says why', () => {
  expect(words({ state: 'dropped', reason: { kind: 'hand', act: 'closed' } })).toBe('discarded by you')
  const withdrawn = { state: 'withdrawn', reason: { kind: 'hand', act: 'withdrawn' } } as const
  expect(words(withdrawn)).toBe('discarded by you')
  expect(words({ ...withdrawn, isOwn: true })).toBe('withdrawn by you')
  expect(words({ state: 'expired', reason: { kind: 'expired', read: false } })).toBe(
    'expired: not read within a day',
  )
  expect(words({ state: 'undeliverable', reason: { kind: 'deaths', count: 3 } })).toBe(
    'could not be delivered: the agent crashed 3 times while reading it',
  )
  expect(receiptOf({ state: 'dropped', inInput: false, reason: null, waitReason: null })).toEqual({
    sign: 'x',
    words: 'discarded',
    isTimed: true,
  })
})

const pending = (id: MessageId, changes: Partial<PendingView> = {}) =>
  ({ id, state: 'queued', stateAt: 5, acceptedAt: 4, ahead: null, ...changes }) as PendingView
const fate: MessageOutcome = {
  state: 'read',
  reason: null,
  inInput: false,
  stateAt: 9,
  expectsReply: true,
  ahead: 'hand',
  turn: 3,
  steps: [{ state: 'read', at: 9 }],
}

test('the place in a mailbox counts what is in line, not what is absorbed or on its way', () => {
  const one = tab('a', {
    pending: [
      pending('msg-1', { state: 'written' }),
      pending('msg-2', { absorbed: true }),
      pending('msg-3'),
      pending('msg-4'),
    ],
  })
  const agents = { [one.id]: one }
  expect(waitingIn(agents, 'msg-1')?.place).toBeNull()
  expect(waitingIn(agents, 'msg-2')?.place).toBeNull()
  expect(waitingIn(agents, 'msg-4')?.place).toBe(2)
  expect(waitingIn(agents, 'msg-5')).toBeUndefined()
})

test('the mailbox is believed before what was told, and that before an answer', () => {
  expect(standingOf(pending('msg-1'), 2, fate, null)).toMatchObject({ state: 'queued', place: 2, turn: 3 })
  expect(standingOf(undefined, null, fate, null)).toMatchObject({ state: 'read', ahead: 'hand', stateAt: 9 })
  expect(standingOf(undefined, null, undefined, null)).toBeNull()
})

test('each state stands once among the steps, the present one last', () => {
  expect(receiptSteps({ steps: fate.steps, state: 'answered', stateAt: 12 })).toEqual([
    { state: 'read', at: 9 },
    { state: 'answered', at: 12 },
  ])
  expect(receiptSteps({ steps: fate.steps, state: 'read', stateAt: 9 })).toEqual(fate.steps)
})

test('a nudge is for a question that was read by a turn that is over', () => {
  const reason = { kind: 'unanswered', turn: 3, end: null } as const
  expect(canNudge({ state: 'read', expectsReply: true, reason })).toBe(true)
  expect(canNudge({ state: 'read', expectsReply: true, reason: null })).toBe(false)
  expect(canNudge({ state: 'read', expectsReply: false, reason: null })).toBe(false)
  expect(canNudge({ state: 'queued', expectsReply: true, reason: { kind: 'diedUnread' } })).toBe(false)
})

test('what crossed a link woke its receiver, or was absorbed', () => {
  expect(words({ state: 'read', carriage: 'absorb', turn: 31 })).toBe('read in turn 31')
  expect(words({ state: 'answered', carriage: 'asked', turn: 17 })).toBe('started turn 17')
  expect(words({ state: 'answered', carriage: 'converse', turn: null })).toBe('started a turn')
  const held = { state: 'held', carriage: 'paused' } as const
  expect(words(held)).toBe('held: link paused')
  const reason = { kind: 'link', act: 'gathering' } as const
  expect(words({ ...held, reason })).toBe('held: a member is in a gathering')
})
