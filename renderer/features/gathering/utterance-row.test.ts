import { expect, test } from 'vitest'
import { signOf } from '../../entities/message/receipt.ts'
import { countsOf, signAt } from './utterance-row.tsx'
import { heardBy } from '../../testing/gathering.ts'

test('how far words have come at a listener', () => {
  expect(signOf(heardBy('Scout'))).toBe('ring')
  expect(signOf(heardBy('Scout', { inInput: true }))).toBe('half')
  expect(signOf(heardBy('Scout', { state: 'written' }))).toBe('half')
  expect(signOf(heardBy('Scout', { state: 'read' }))).toBe('disc')
  expect(signOf(heardBy('Scout', { state: 'undeliverable' }))).toBe('x')
})

test('many listeners are counted', () => {
  const sent = [heardBy('A', { state: 'read' }), heardBy('B', { state: 'read' }), heardBy('C')]
  expect(countsOf(sent)).toEqual({ ring: 1, half: 0, disc: 2, x: 0 })
})

test('what has come to the user of another machine may lie there unread', () => {
  const guest = { to: 'agt-person@barn' } as const
  expect(signAt(heardBy('Ann', { ...guest, state: 'read' }))).toBe('half')
  expect(signAt(heardBy('Ann', { ...guest, state: 'queued' }))).toBe('ring')
  expect(countsOf([heardBy('Ann', { ...guest, state: 'read' }), heardBy('B', { state: 'read' })])).toEqual({
    ring: 0,
    half: 1,
    disc: 1,
    x: 0,
  })
})
