import { countsAsWaiting } from '../../../main/contract/mail/mail-views.ts'
import { expect, test } from 'vitest'
import { waits } from '../../testing/mail.ts'
import { notesWords, repeatedReasons, waitingStatus } from './mail-words.ts'

test('a message that waits says why, and shortly what makes the difference', () => {
  const late = waitingStatus(waits(1, { waitReason: 'writing', reason: { kind: 'cardOver' } }))
  expect(late.words).toBe('waits while you are writing (left in the queue: the card was not answered)')
  expect(late.brief).toBe('left in queue: not answered · waits while you are writing')
  expect(waitingStatus(waits(1, { waitReason: 'turn' })).brief).toBe('waits for the end of the turn')
})

test('what is next says no more than that the user sent it on, and what is on its way where it is', () => {
  expect(waitingStatus(waits(1)).words).toBe('')
  expect(waitingStatus(waits(1, { now: true }))).toMatchObject({
    words: 'at its next step',
    brief: 'at its next step',
  })
  expect(waitingStatus(waits(1, { state: 'written' }))).toMatchObject({ sign: 'half', brief: 'on its way' })
  expect(waitingStatus(waits(1, { state: 'written', inInput: true })).words).toBe('delivered, not read yet')
})

test('what all wait for is said once, by the first of those that wait for it', () => {
  const turn = (n: number) => waits(n, { waitReason: 'turn' })
  const writing = (n: number) => waits(n, { waitReason: 'writing' })
  const later = waits(5, { waitReason: 'writing', reason: { kind: 'cardOver' } })
  const of = (...all: ReturnType<typeof turn>[]) => [...repeatedReasons(all)]
  expect(of(turn(1), turn(2), writing(3), writing(4), later, turn(6))).toEqual([turn(2).id, writing(4).id])
})

test('the collapsed notes are as many as the badge of the tab says, those of Janus apart', () => {
  const agent = { from: { kind: 'agent', id: 'agt-a' }, absorbed: true } as const
  const janus = { from: { kind: 'system' }, absorbed: true } as const
  const five = Array.from({ length: 5 }, () => agent)
  expect(five.filter(countsAsWaiting)).toHaveLength(5)
  expect(notesWords(five)).toBe('5 messages will be sent with the next prompt')
  expect(notesWords([...five, janus])).toBe(
    '5 messages and 1 message from Janus will be sent with the next prompt',
  )
  expect(notesWords([janus])).toBe('1 message from Janus will be sent with the next prompt')
})
