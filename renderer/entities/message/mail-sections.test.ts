import { expect, test } from 'vitest'
import { hasMail, lastOwn, mailSections } from './mail-sections.ts'
import { user, waits } from '../../testing/mail.ts'

test('what waits keeps its order; notes and held ones stand apart, and do not count', () => {
  const sections = mailSections([
    waits(1, { state: 'written' }),
    waits(2, { absorbed: true, priority: 'low' }),
    waits(3, { priority: 'high' }),
    waits(4, { state: 'held', hold: 'loop' }),
    waits(5),
    waits(6, { absorbed: true, priority: 'low' }),
  ])
  expect(sections.held.map((one) => one.id)).toEqual(['msg-4'])
  expect(sections.notes.map((one) => one.id)).toEqual(['msg-2', 'msg-6'])
  expect(sections.queue.map(({ message, place }) => [message.id, place])).toEqual([
    ['msg-1', null],
    ['msg-3', 1],
    ['msg-5', 2],
  ])
})

test("the user's last one that can be taken back", () => {
  const own = { from: user, fromName: 'Mo' }
  expect(lastOwn([waits(1, own), waits(2), waits(3, { ...own, state: 'written' })])?.id).toBe('msg-1')
  expect(lastOwn([waits(1)])).toBeUndefined()
})

test('words that wait with a seat of another machine are shown where that is asked, and not here', () => {
  const seat = waits(1, { state: 'held', hold: 'paused' })
  const crossed = { link: 'lnk-1', crossing: 'crs-1', carriage: 'paused' } as const
  const kept = waits(2, { state: 'held', hold: 'paused', crossed })
  expect(mailSections([seat, kept]).kept).toEqual([kept])
  expect(hasMail({ pending: [seat], owed: [] })).toBe(false)
  expect(hasMail({ pending: [seat, kept], owed: [] })).toBe(true)
})
