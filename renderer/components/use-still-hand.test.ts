import { expect, test } from 'vitest'
import { PointerGuard } from './use-still-hand.ts'

const spot = (on: string, at: number, x = 100) => ({ x, y: 50, at, on })

test('a click on what has just slid under a still pointer is not meant; on the same thing it is', () => {
  const hand = new PointerGuard()
  hand.pointed(spot('msg-1 withdraw', 0))
  expect(hand.isMeant(spot('msg-1 withdraw', 10))).toBe(true)
  hand.changed(60)
  expect(hand.isMeant(spot('msg-2 withdraw', 200))).toBe(false)
  // Browsers report a move when the page moves under the pointer; it changes nothing.
  hand.pointed(spot('msg-2 withdraw', 210, 102))
  expect(hand.isMeant(spot('msg-2 withdraw', 459))).toBe(false)
  expect(hand.isMeant(spot('msg-2 withdraw', 460))).toBe(true)
  hand.changed(470)
  expect(hand.isMeant(spot('msg-2 withdraw', 480))).toBe(true)
})

test('a hand that moved is believed at once, and so is one that was not seen before', () => {
  const hand = new PointerGuard()
  hand.changed(90)
  expect(hand.isMeant(spot('msg-1 now', 100))).toBe(true)
  hand.changed(110)
  hand.pointed(spot('msg-2 now', 120, 110))
  expect(hand.isMeant(spot('msg-2 now', 130, 110))).toBe(true)
})
