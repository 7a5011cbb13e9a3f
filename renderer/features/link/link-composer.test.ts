import { expect, test } from 'vitest'
import { linkHint } from './link-composer.tsx'

const link = { mode: 'answers', pauseReason: null } as const
const scout = { name: 'Scout', closed: false }
const builder = { name: 'Builder', closed: true }
const dora = { name: 'Dora', closed: false }

test('the hint promises more crossings only if something can cross', () => {
  const hint = (changes: object) => linkHint({ ...link, ...changes }, [scout, dora], [scout, dora])
  expect(hint({})).toBe('Write to both. Your message sets the message count back to 0.')
  expect(hint({ pauseReason: 'budget' })).toBe(
    'Write to both. Your message sets the message count back to 0.',
  )
  expect(hint({ pauseReason: 'off' })).toBe('Write to both. Links stay off.')
  const machines = { home: 'attic', names: {}, asked: [] }
  expect(hint({ pauseReason: 'budget', machines })).toBe(
    'Write to both. Your message sets the message count back to 0.',
  )
  expect(hint({ pauseReason: 'budget', machines: { ...machines, spent: true } })).toBe('Write to both.')
  expect(hint({ pauseReason: 'loop', machines })).toBe('Write to both.')
  expect(hint({ pauseReason: 'asked', machines: { ...machines, home: null } })).toBe('Write to both.')
  expect(hint({ mode: 'paused' })).toBe('Write to both. The link stays paused.')
})

test('the hint says that a tab is closed', () => {
  const members = [scout, builder]
  expect(linkHint(link, members, [builder])).toBe(
    'Write to Builder. Builder is closed: your message waits until you reopen the tab.',
  )
  expect(linkHint(link, members, [scout])).toBe(
    'Write to Scout. Your message sets the message count back to 0.',
  )
  expect(linkHint(link, members, members)).toMatch(/^Write to both. Builder is closed: .* Your message sets/)
})
