import { expect, test } from 'vitest'
import { countsOf, takenIn } from './heard.tsx'
import { heardBy } from '../../testing/gathering.ts'

test('how far words have come at a listener', () => {
  expect(takenIn(heardBy('Scout'))).toBe('ring')
  expect(takenIn(heardBy('Scout', { inInput: true }))).toBe('half')
  expect(takenIn(heardBy('Scout', { state: 'written' }))).toBe('half')
  expect(takenIn(heardBy('Scout', { state: 'read' }))).toBe('disc')
  expect(takenIn(heardBy('Scout', { state: 'undeliverable' }))).toBe('x')
})

test('many listeners are counted', () => {
  const sent = [heardBy('A', { state: 'read' }), heardBy('B', { state: 'read' }), heardBy('C')]
  expect(countsOf(sent)).toEqual({ ring: 1, half: 0, disc: 2, x: 0 })
})
