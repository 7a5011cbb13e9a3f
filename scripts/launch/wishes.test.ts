import { EventEmitter } from 'node:events'
import { beforeEach, expect, test } from 'vitest'
import { UserRequests } from './wishes.mjs'

let signals: EventEmitter
let wishes: UserRequests
let heard: string[]
let now = 0
beforeEach(() => {
  signals = new EventEmitter()
  now = 0
  heard = []
  wishes = new UserRequests(signals, () => now)
  wishes.reach({ end: () => heard.push('end'), press: () => heard.push('press') })
})

test('a press that npm passes on is one press; another one is another', () => {
  for (const at of [0, 5, 299, 300, 310, 2_000]) {
    now = at
    signals.emit('SIGINT')
  }
  expect([heard, wishes.presses]).toEqual([['press', 'press', 'press'], 3])
})

test('signals of others ask for the end, and are no presses', () => {
  signals.emit('SIGHUP')
  signals.emit('SIGTERM')
  expect([heard, wishes.presses, wishes.isAsked]).toEqual([['end', 'end'], 0, true])
})

test('what is asked while nothing runs is remembered', () => {
  wishes.reach(null)
  expect(wishes.isAsked).toBe(false)
  signals.emit('SIGINT')
  expect([heard, wishes.isAsked]).toEqual([[], true])
})
