import { expect, test } from 'vitest'
import type { SharedFile } from './edits.ts'
import { fileName, sharedWords } from './edit-words.ts'

const file: SharedFile = { path: 'src/router.ts', with: 'agt-a', why: 'changed', isSecond: true }

test('a header says who edits which file', () => {
  expect(sharedWords(file, 'Scout')).toBe('Scout is editing router.ts too')
  expect(sharedWords({ ...file, isSecond: false }, 'Critic')).toBe('Critic is editing router.ts too')
  expect(sharedWords({ ...file, why: 'claimed' }, 'Scout')).toBe('Scout has claimed router.ts')
  expect(sharedWords({ ...file, why: 'claimed', isSecond: false }, 'Critic')).toBe(
    'Critic is editing router.ts, which this agent has claimed',
  )
  expect(fileName('plain')).toBe('plain')
})
