import { expect, test } from 'vitest'
import type { SharedFileView } from '../../../main/contract/edits/edits.ts'
import { sharedFilesWords } from './shared-files-chip.tsx'

const file = (path: string, peer = 'agt-a'): SharedFileView => ({
  path,
  theirPath: path,
  with: peer as SharedFileView['with'],
  why: 'changed',
  isSecond: true,
})

test('one file is named, several are counted, and so are several agents', () => {
  expect(sharedFilesWords([], [])).toBe('')
  expect(sharedFilesWords([file('src/a.ts')], ['Scout'])).toBe('Scout is editing a.ts too')
  expect(sharedFilesWords([file('a.ts'), file('b.ts')], ['Scout'])).toBe('2 files also in use by Scout')
  expect(sharedFilesWords([file('a.ts'), file('a.ts', 'agt-b')], ['Scout', 'Critic'])).toBe(
    '1 file also in use by 2 agents',
  )
})
