import { expect, test } from 'vitest'
import { galleryWorktree } from '../../gallery/change-answers.ts'
import { lossWords } from './worktree-words.ts'

const of = (ahead: number, uncommitted: number) =>
  lossWords({
    ...{ worktree: galleryWorktree, state: 'there', uncommitted, files: [], commits: [], ahead, others: [] },
    ...{ problem: '', hash: '' },
  })

test('what is lost with a worktree is told', () => {
  expect(of(0, 0)).toMatch(/^Nothing is lost/)
  expect(of(1, 0)).toMatch(/^1 commit is lost for good\. The branch janus\/builder/)
  expect(of(2, 1)).toMatch(/^2 commits and 1 file not committed are lost for good/)
  expect(of(1, 1)).toMatch(/^1 commit and 1 file not committed are lost/)
})
