import { expect, test } from 'vitest'
import { waits } from '../../testing/mail.ts'
import { standingOf } from './mail-words.ts'

test('a message that waits says why, and shortly what makes the difference', () => {
  const late = standingOf(waits(1, { waits: 'writing', reason: { kind: 'cardOver' } }))
  expect(late.words).toBe('waits while you are writing (later: the card was not answered)')
  expect(late.brief).toBe('later: not answered · while you are writing')
  expect(standingOf(waits(1, { waits: 'turn' })).brief).toBe('waits for the end of the turn')
})

test('what is next says no more than that the person sent it on, and what is on its way where it is', () => {
  expect(standingOf(waits(1)).words).toBe('')
  expect(standingOf(waits(1, { now: true }))).toMatchObject({
    words: 'at its next step',
    brief: 'at its next step',
  })
  expect(standingOf(waits(1, { state: 'written' }))).toMatchObject({ sign: 'half', brief: 'on its way' })
  expect(standingOf(waits(1, { state: 'written', inInput: true })).words).toBe('in the input')
})
