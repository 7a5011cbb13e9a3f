import { expect, test } from 'vitest'
import { faceOfAuthor } from '../agent/identity.ts'
import { sitterAuthor } from './signs.tsx'

test('a seat of a user has a user’s face, and one of another machine not that of this machine’s user', () => {
  const face = (kind: 'agent' | 'human', agent: `agt-${string}` | null) =>
    faceOfAuthor(sitterAuthor({ kind, agent }, 'Ann'), 'Ann', {})
  expect(face('human', null)).toMatchObject({ hue: 'human', shape: 'human' })
  expect(face('human', 'agt-person@barn')).toMatchObject({ hue: 'gone', shape: 'human' })
  expect(face('agent', 'agt-0000000001@barn')).toMatchObject({ shape: 'gone' })
})
