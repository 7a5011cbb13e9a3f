import { expect, test } from 'vitest'
import { Inbox, toMessage } from './inbox.ts'

const prompt = { frame: 'frame', text: 'words', isFromUser: false, how: 'interject', pictures: [] } as const

test.each([
  ['begin', { priority: 'later' }],
  ['steer', { priority: 'next' }],
  ['interject', { priority: 'now' }],
  ['note', { priority: 'later', shouldQuery: false }],
] as const)('a frame that is to %s is written so', (how, expected) => {
  const more = { isSynthetic: true, client_composed: true }
  expect(toMessage({ ...prompt, how })).toMatchObject({ ...expected, ...more, uuid: 'frame' })
  const own = toMessage({ ...prompt, isFromUser: true, how })
  expect(own).toMatchObject(expected)
  expect(own).not.toHaveProperty('isSynthetic')
  expect(own).not.toHaveProperty('client_composed')
})

test('what is written while an interrupt is on its way goes out after it, and can be taken back until then', async () => {
  const inbox = new Inbox()
  const interrupt = Promise.withResolvers<void>()
  inbox.hold(interrupt.promise)
  inbox.put(toMessage({ ...prompt, frame: 'first' }))
  const out = inbox[Symbol.asyncIterator]()
  const next = out.next()
  expect(inbox.takeBack()).toHaveLength(1)
  inbox.put(toMessage({ ...prompt, frame: 'second' }))
  interrupt.reject(new Error('refused'))
  expect(await next).toMatchObject({ value: { uuid: 'second' } })
  inbox.close()
  expect(await out.next()).toMatchObject({ done: true })
})
