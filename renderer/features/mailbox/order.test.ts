import { expect, test } from 'vitest'
import type { MessageId } from '../../../main/contract/model.ts'
import { stepsTo } from './order.ts'
import { waits } from './testing/pending.ts'

const queue = [
  waits(3, { priority: 'high' }),
  waits(1),
  waits(2),
  waits(4),
  waits(5, { priority: 'normal', expectsReply: true }),
]
const drag = (n: number, before: number | null) => {
  const found = stepsTo(queue, `msg-${n}`, before === null ? null : (`msg-${before}` as MessageId))
  return found && [found.steps, found.priority]
}

test('dragged up it is promoted as far as it has to be', () => {
  expect(drag(2, 1)).toEqual([1, 'high'])
  expect(drag(4, 3)).toEqual([2, 'urgent'])
  expect(drag(2, 3)).toEqual([1, 'high'])
})

test('dragged down it is demoted, but never to a mere note', () => {
  expect(drag(3, null)).toEqual([-1, 'normal'])
  expect(drag(1, null)).toBeNull()
  expect(drag(5, null)).toBeNull()
})

test('let go where it was, nothing happens', () => {
  expect(drag(2, 4)).toBeNull()
  expect(drag(9, 1)).toBeNull()
})
