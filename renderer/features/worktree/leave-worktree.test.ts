import { expect, test } from 'vitest'
import { lossWords } from './leave-worktree.tsx'

const worktree = {
  path: '/home/mo/.janus-worktrees/ferry/builder',
  branch: 'janus/builder',
  repository: '/home/mo/code/ferry',
  base: 'main',
  commit: '0',
}

const of = (ahead: number, uncommitted: number) =>
  lossWords({
    worktree,
    state: 'there',
    uncommitted,
    files: [],
    commits: [],
    ahead,
    others: [],
    problem: '',
    blocked: '',
    cleanup: null,
    hash: '',
  })

test('the loss of a worktree is described', () => {
  expect(of(0, 0)).toMatch(/^Nothing is lost/)
  expect(of(1, 0)).toMatch(/^1 commit is deleted permanently\. The branch janus\/builder/)
  expect(of(2, 1)).toMatch(/^2 commits and 1 file not committed are deleted permanently/)
  expect(of(1, 1)).toMatch(/^1 commit and 1 file not committed are deleted/)
})
