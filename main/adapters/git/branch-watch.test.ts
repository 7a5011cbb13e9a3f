import { once, EventEmitter } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openBranchWatch } from './branch-watch.ts'
import { makeRepository } from './testing/repository.ts'

test('the branch of a folder, of one below, of a worktree; told again when it changes', async () => {
  const { folder, home, git, put, remove } = makeRepository({ 'a.txt': '' })
  onTestFinished(remove)
  put('src/x.ts', '')
  git('worktree', 'add', '--quiet', '-b', 'aside', join(home, 'aside'))
  const watch = openBranchWatch()
  onTestFinished(() => watch.close())
  const folders = new Set([folder, join(folder, 'src'), join(home, 'aside'), home])
  const told = new EventEmitter()
  watch.watch(folders)
  watch.connect((of) => told.emit(of))
  expect([...folders].map((of) => watch.branchOf(of))).toEqual(['main', 'main', 'aside', null])
  let changed = once(told, join(folder, 'src'))
  git('checkout', '--quiet', '-b', 'fares')
  await changed
  expect(watch.branchOf(folder)).toBe('fares')
  changed = once(told, join(home, 'aside'))
  git('-C', join(home, 'aside'), 'checkout', '--quiet', '--detach')
  await changed
  expect(watch.branchOf(join(home, 'aside'))).toMatch(/^[0-9a-f]{7}$/)
  watch.watch(new Set([folder]))
  expect(watch.branchOf(home)).toBeNull()
})

test('a folder that became a repository is noticed at the next watch', () => {
  const { home, git, remove } = makeRepository()
  onTestFinished(remove)
  const watch = openBranchWatch()
  onTestFinished(() => watch.close())
  const told: string[] = []
  watch.connect((of) => told.push(of))
  watch.watch(new Set([home]))
  git('-c', 'init.defaultBranch=main', 'init', '--quiet', home)
  watch.watch(new Set([home]))
  expect([watch.branchOf(home), told]).toEqual(['main', [home]])
})
