import { expect, test } from 'vitest'
import { signOf } from '../../entities/message/receipt.ts'
import { countsOf } from './heard.tsx'
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
