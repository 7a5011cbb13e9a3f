import { expect, test } from 'vitest'
import { tab } from '../../testing/agent.ts'
import { composerHint, sendWay, verbOf } from './composer-words.ts'

test('while it works Enter queues and the other steers; a setting swaps them', () => {
  const working = tab('a', { status: 'working' })
  expect(sendWay(working, 'queue', false)).toBe('queue')
  expect(sendWay(working, 'queue', true)).toBe('steer')
  expect(sendWay(working, 'steer', false)).toBe('steer')
  expect(sendWay(working, 'steer', true)).toBe('queue')
})

test('at rest both just send', () => {
  for (const status of ['idle', 'asleep', 'stopped', 'failed'] as const)
    for (const isMod of [false, true]) expect(sendWay(tab('a', { status }), 'steer', isMod)).toBe('send')
  expect(verbOf('send')).toBe('Send')
})

test('the empty composer says how it stands and what the keys do', () => {
  const working = tab('a', { status: 'working' })
  expect(composerHint(working, 'queue', 'Ctrl', null)).toBe(
    'Write to a. It is working: Enter queues, Ctrl Enter steers.',
  )
  const waitingFor = { agent: 'agt-b', name: 'b', since: 0 } as const
  expect(composerHint({ ...working, waitingFor }, 'steer', '⌘', null)).toBe(
    'Write to a. It waits for b’s reply: Enter steers, ⌘ Enter queues.',
  )
  for (const [is, words] of [
    ['suspended', 'It is suspended; your message waits.'],
    ['quiet', 'It is not responding: Enter queues, Ctrl Enter steers.'],
  ] as const)
    expect(composerHint({ ...working, healthWarning: { is, since: 0 } }, 'queue', 'Ctrl', null)).toBe(
      `Write to a. ${words}`,
    )
  for (const [status, words] of [
    ['asleep', 'It is asleep; your message starts it.'],
    ['stopped', 'It is stopped; your message starts it again.'],
    ['failed', 'Your message tries to start it again.'],
  ] as const)
    expect(composerHint(tab('a', { status }), 'queue', 'Ctrl', null)).toBe(`Write to a. ${words}`)
  const refused = tab('a', { status: 'failed', trouble: 'trust' })
  expect(composerHint(refused, 'queue', 'Ctrl', null)).toBe(
    'Write to a. Your message waits until you trust the folder.',
  )
  const untrusted = tab('a', { status: 'asleep', trust: 'ask' })
  expect(composerHint(untrusted, 'queue', 'Ctrl', null)).toBe(
    'Write to a. Your message waits until you answer above.',
  )
  expect(composerHint(untrusted, 'queue', 'Ctrl', 'room')).toBe(
    'No message can be sent until there is disk space.',
  )
})
