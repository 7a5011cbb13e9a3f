import { expect, test } from 'vitest'
import type { WireReceipt } from '../contract/wire.ts'
import type { UserSeat } from '../../core/step/machines.ts'
import { makeMessage } from '../../testkit/factories/factories.ts'
import { circleView } from './circles-requests.ts'
import { circleWordsView } from '../../server/fleet/circle-words.ts'

const circle = 'gat-0000000001@attic'
const seat: UserSeat = {
  gathering: circle,
  topic: 'Which port?',
  by: 'Ann@attic',
  stands: 'taken',
  thread: null,
  words: 3,
  isNew: false,
  ask: null,
}
const asked = (beat: number, ms: number | undefined, state: 'queued' | 'read') =>
  makeMessage(1, {
    acceptedAt: 10_000,
    state,
    stateAt: 30_000,
    asks: { gathering: circle, topic: '', turn: { id: 'grt-0000000001', beat, beats: 2, ms } },
  })
const untilOf = (ask: UserSeat['ask']) => circleView({ ...seat, ask }, []).turn?.until

test('a turn ends so long after the user has looked; a later beat, after it was asked', () => {
  expect(circleView(seat, []).turn).toBeNull()
  expect(untilOf(asked(0, 60_000, 'queued'))).toBeNull()
  expect(untilOf(asked(0, 60_000, 'read'))).toBe(new Date(90_000).toISOString())
  expect(untilOf(asked(1, 60_000, 'queued'))).toBe(new Date(70_000).toISOString())
  expect(untilOf(asked(0, undefined, 'read'))).toBeNull()
})

test('a pause takes nothing of the time, and while it lasts nobody knows when the turn ends', () => {
  const ask = asked(0, 60_000, 'read')
  expect(circleView({ ...seat, ask, pausedAt: 40_000 }, [])).toMatchObject({
    isPaused: true,
    turn: { until: null },
  })
  expect(circleView({ ...seat, ask, stoodFor: 5000 }, []).turn?.until).toBe(new Date(95_000).toISOString())
})

test('what was said last is on its way until its machine has heard it', () => {
  const receipt = (message: string, stands: WireReceipt['stands']) => ({
    id: 'attic 1',
    machine: 'attic',
    n: 1,
    kind: 'receipt',
    body: { message, stands, turn: null, isOver: true, why: '', reply: null },
  })
  const said: UserSeat = { ...seat, answered: 'msg-0000000007' }
  expect(circleView(said, []).isSending).toBe(false)
  expect(circleView(said, [receipt('msg-0000000007', 'answered')]).isSending).toBe(true)
  expect(circleView(said, [receipt('msg-0000000007', 'read')]).isSending).toBe(false)
  expect(circleView(seat, [receipt('msg-0000000007', 'answered')]).isSending).toBe(false)
})

test('what the user said stands without the line that passed the piece', () => {
  const answer = (text: string) =>
    circleWordsView(makeMessage(1, { reply: { text, implicit: false, metadata: {}, message: null, at: 0 } }))
      .answer
  const at = new Date(0).toISOString()
  expect(answer('Mine.\n\nPASS')).toEqual({ text: 'Mine.', isSilence: false, at })
  expect(answer('Mine.\n\nPASS: 3')).toEqual({ text: 'Mine.', isSilence: false, at })
  expect(answer('PASS: 3')).toEqual({ text: '', isSilence: false, at })
  expect(answer('SILENT')).toEqual({ text: '', isSilence: true, at })
})
