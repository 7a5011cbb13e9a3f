import * as fs from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openGitPort } from './git.ts'
import { makeRepository } from './testing/repository.ts'

async function withTree() {
  const of = makeRepository({ 'a.txt': 'one\ntwo\n' })
  onTestFinished(of.remove)
  const port = openGitPort(of.environment)
  const tree = await port.addWorktree(of.folder, join(of.home, 'trees', 'scout'), 'janus/scout')
  const write = (name: string, text: string) => fs.writeFileSync(join(tree.path, name), text)
  return { ...of, port, tree, write }
}

test('a worktree begins from the present commit, on a branch of its own', async () => {
  const { tree, folder, port, home, read } = await withTree()
  expect(tree).toMatchObject({
    path: join(home, 'trees', 'scout'),
    branch: 'janus/scout',
    repository: folder,
    base: 'main',
  })
  expect(fs.readFileSync(join(tree.path, 'a.txt'), 'utf8')).toBe(read('a.txt'))
  expect((await port.repository(tree.path))?.branch).toBe('janus/scout')
  expect(await port.stateOf(tree)).toEqual({ files: [], commits: [], ahead: 0 })
})

test('what is not committed there, and what is on its branch alone, is told', async () => {
  const { tree, port, write } = await withTree()
  write('b.txt', 'b\n')
  await port.commitAll(tree, 'Add b')
  write('a.txt', 'changed\n')
  write('new.txt', '')
  expect(await port.stateOf(tree)).toEqual({ files: ['a.txt', 'new.txt'], commits: ['Add b'], ahead: 1 })
})

test('it is brought back into the branch from which it was made, beside what is under way there', async () => {
  const { tree, port, write, put, read, git, folder } = await withTree()
  put('mine.txt', 'not committed\n')
  write('b.txt', 'b\n')
  await port.commitAll(tree, 'Add b')
  expect(await port.bringBack(tree)).toEqual({ state: 'done', commits: 1 })
  expect([read('b.txt'), read('mine.txt')]).toEqual(['b\n', 'not committed\n'])
  await port.removeWorktree(tree)
  expect(fs.existsSync(tree.path)).toBe(false)
  expect(git('branch', '--list', 'janus/*')).toBe('')
  expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1)
  expect(await port.hasBranch(folder, 'main')).toBe(true)
})

test('with conflicts nothing is done, and they are named', async () => {
  const { tree, port, write, put, read, git, commit } = await withTree()
  write('a.txt', 'one\nhers\n')
  await port.commitAll(tree, 'Hers')
  put('a.txt', 'one\nmine\n')
  commit('Mine')
  expect(await port.bringBack(tree)).toEqual({ state: 'conflicts', files: ['a.txt'] })
  expect([read('a.txt'), git('status', '--porcelain')]).toEqual(['one\nmine\n', ''])
})

test('a merge that would write over what is not committed is refused, and so is another branch', async () => {
  const { tree, port, write, put, read, git } = await withTree()
  write('a.txt', 'one\nhers\n')
  await port.commitAll(tree, 'Hers')
  put('a.txt', 'one\nunder way\n')
  await expect(port.bringBack(tree)).rejects.toThrow(/would be overwritten/)
  expect(read('a.txt')).toBe('one\nunder way\n')
  git('checkout', '--quiet', '-b', 'other')
  await expect(port.bringBack(tree)).rejects.toThrow(/made from main, which is not checked out/)
})

test('one whose folder is gone is tidied up', async () => {
  const { tree, port, git } = await withTree()
  fs.rmSync(tree.path, { recursive: true })
  await port.removeWorktree(tree)
  expect(git('branch', '--list', 'janus/*')).toBe('')
})

test('a file that goes through a filter is not committed without it', async () => {
  const { tree, port, write } = await withTree()
  write('.gitattributes', '*.bin filter=lfs\n')
  write('big.bin', 'x')
  await expect(port.commitAll(tree, 'All')).rejects.toThrow(/big\.bin goes through a filter/)
  expect((await port.stateOf(tree)).files).toEqual(['.gitattributes', 'big.bin'])
})
