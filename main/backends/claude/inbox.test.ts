import { expect, test } from 'vitest'
import { Inbox, toMessage } from './inbox.ts'

test.each([
  ['begin', { priority: 'later' }],
  ['fold', { priority: 'next' }],
  ['interject', { priority: 'now' }],
  ['note', { priority: 'later', shouldQuery: false }],
] as const)('a frame that is to %s is written so', (how, expected) => {
  const more = { isSynthetic: true, client_composed: true }
  expect(toMessage('frame', 'words', false, how)).toMatchObject({ ...expected, ...more, uuid: 'frame' })
  const own = toMessage('frame', 'words', true, how)
  expect(own).toMatchObject(expected)
  expect(own).not.toHaveProperty('isSynthetic')
  expect(own).not.toHaveProperty('client_composed')
})

test('what is written while an interrupt is on its way goes out after it, and can be taken back until then', async () => {
  const inbox = new Inbox()
  const interrupt = Promise.withResolvers<void>()
  inbox.hold(interrupt.promise)
  inbox.put(toMessage('first', '', false, 'interject'))
  const out = inbox[Symbol.asyncIterator]()
  const next = out.next()
  expect(inbox.takeBack()).toHaveLength(1)
  inbox.put(toMessage('second', '', false, 'interject'))
  interrupt.reject(new Error('refused'))
  expect(await next).toMatchObject({ value: { uuid: 'second' } })
  inbox.close()
  expect(await out.next()).toMatchObject({ done: true })
})
