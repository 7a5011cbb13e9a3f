import { expect, test } from 'vitest'
import { faceOfAuthor } from '../agent/identity.ts'
import { sitterAuthor } from './signs.tsx'

test('a seat of a user has a user’s face, and one of another machine not that of this machine’s user', () => {
  const face = (kind: 'agent' | 'user', agent: `agt-${string}` | null) =>
    faceOfAuthor(sitterAuthor({ kind, agent }, 'Ann'), 'Ann', {})
  expect(face('user', null)).toMatchObject({ hue: 'user', shape: 'user' })
  expect(face('user', 'agt-person@barn')).toMatchObject({ hue: 'gone', shape: 'user' })
  expect(face('agent', 'agt-0000000001@barn')).toMatchObject({ shape: 'gone' })
})
