import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
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

test('uncommitted files and the branch’s own commits are reported', async () => {
  const { tree, port, write } = await withTree()
  write('b.txt', 'b\n')
  await port.commitAll(tree, 'Add b')
  write('a.txt', 'changed\n')
  write('new.txt', '')
  expect(await port.stateOf(tree)).toEqual({ files: ['a.txt', 'new.txt'], commits: ['Add b'], ahead: 1 })
})

test('it is merged into its base branch, next to uncommitted work there', async () => {
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

test('conflicts are listed, and nothing is changed', async () => {
  const { tree, port, write, put, read, git, commit } = await withTree()
  write('a.txt', 'one\nhers\n')
  await port.commitAll(tree, 'Hers')
  put('a.txt', 'one\nmine\n')
  commit('Mine')
  expect(await port.bringBack(tree)).toEqual({ state: 'conflicts', files: ['a.txt'] })
  expect([read('a.txt'), git('status', '--porcelain')]).toEqual(['one\nmine\n', ''])
})

test('a merge over uncommitted changes or into another branch is refused', async () => {
  const { tree, port, write, put, read, git } = await withTree()
  write('a.txt', 'one\nhers\n')
  await port.commitAll(tree, 'Hers')
  put('a.txt', 'one\nunder way\n')
  await expect(port.bringBack(tree)).rejects.toThrow(/would be overwritten/)
  expect(read('a.txt')).toBe('one\nunder way\n')
  git('checkout', '--quiet', '-b', 'other')
  await expect(port.bringBack(tree)).rejects.toThrow(/made from main, which is not checked out/)
})

test('one whose folder is gone is cleaned up', async () => {
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

describe('a worktree whose agent has changed where it leads', () => {
  type Of = Awaited<ReturnType<typeof withTree>>

  function another() {
    const other = makeRepository({ 'a.txt': 'other\n' })
    onTestFinished(other.remove)
    return { ...other, head: () => other.git('rev-parse', 'HEAD').trim() }
  }

  async function refuses({ port, tree, write }: Of): Promise<void> {
    write('stolen.txt', 'x\n')
    expect(await port.foreign(tree)).toMatch(/Janus asks git nothing there/)
    for (const run of [
      () => port.stateOf(tree),
      () => port.commitAll(tree, 'Stolen'),
      () => port.bringBack(tree),
      () => port.removeWorktree(tree),
    ])
      await expect(run()).rejects.toThrow(/Janus asks git nothing there/)
    expect(fs.existsSync(tree.path)).toBe(true)
  }

  test('to another repository, or to that of the user’s own branch, is refused whatever is asked', async () => {
    const of = await withTree()
    const other = another()
    const [mine, others] = [of.git('rev-parse', 'main'), other.head()]
    for (const to of [join(other.folder, '.git'), join(of.folder, '.git')]) {
      of.write('.git', `gitdir: ${to}\n`)
      await refuses(of)
    }
    expect([of.git('rev-parse', 'main'), other.head()]).toEqual([mine, others])
  })

  test('is refused where `.git` is a folder, is gone, or the worktree itself is a link', async () => {
    const of = await withTree()
    const other = another()
    const dotGit = join(of.tree.path, '.git')
    fs.rmSync(dotGit)
    await refuses(of)
    fs.cpSync(join(other.folder, '.git'), dotGit, { recursive: true })
    await refuses(of)
    fs.rmSync(of.tree.path, { recursive: true })
    fs.symlinkSync(other.folder, of.tree.path)
    await refuses(of)
  })

  test('is refused when git’s own folder of it points elsewhere', async () => {
    const of = await withTree()
    const other = another()
    const own = of.tree.git?.own ?? ''
    const write = (name: string, text: string) => fs.writeFileSync(join(own, name), text)
    write('commondir', `${join(other.folder, '.git')}\n`)
    await refuses(of)
    write('commondir', '../..\n')
    fs.rmSync(join(own, 'index'))
    fs.symlinkSync(join(other.folder, '.git', 'index'), join(own, 'index'))
    await refuses(of)
  })

  test('with another branch checked out is neither committed to nor merged', async () => {
    const { tree, port, git, write } = await withTree()
    const main = git('rev-parse', 'main')
    fs.writeFileSync(join(tree.git?.own ?? '', 'HEAD'), 'ref: refs/heads/main\n')
    write('stolen.txt', 'x\n')
    const words = /main is checked out, and not janus\/scout/
    expect(await port.notBringable(tree)).toMatch(words)
    await expect(port.commitAll(tree, 'Stolen')).rejects.toThrow(words)
    await expect(port.bringBack(tree)).rejects.toThrow(words)
    expect(git('rev-parse', 'main')).toBe(main)
  })

  test('cannot name another working folder or a program in its settings', async () => {
    const { tree, port, git, write, home } = await withTree()
    const other = another()
    const ran = join(home, 'ran')
    git('config', 'core.worktree', other.folder)
    git('config', 'core.fsmonitor', `touch ${ran}`)
    git('config', 'branch.main.mergeOptions', '--strategy=planted')
    git('config', 'include.path', join(tree.path, 'more.config'))
    write('more.config', `[core]\n\thooksPath = ${tree.path}\n[filter "x"]\n\tclean = touch ${ran}\n`)
    write('pre-commit', `#!/bin/sh\ntouch ${ran}\n`)
    fs.chmodSync(join(tree.path, 'pre-commit'), 0o755)
    await port.commitAll(tree, 'Work')
    expect(await port.bringBack(tree)).toMatchObject({ state: 'done', commits: 1 })
    expect([fs.existsSync(ran), fs.readdirSync(other.folder).sort()]).toEqual([false, ['.git', 'a.txt']])
    expect(git('show', '--stat', '--format=%s', 'main')).toContain('pre-commit')
  })
})

test('a worktree without recorded git folders is found through its repository, or refused', async () => {
  const { tree, port, write, read, folder } = await withTree()
  const { git: _, ...older } = tree
  write('b.txt', 'b\n')
  expect(await port.stateOf(older)).toMatchObject({ files: ['b.txt'] })
  await port.commitAll(older, 'Add b')
  await port.bringBack(older)
  expect(read('b.txt')).toBe('b\n')
  write('.git', `gitdir: ${join(folder, '.git')}\n`)
  expect(await port.foreign(older)).toMatch(/Janus asks git nothing there/)
  fs.renameSync(join(folder, '.git'), join(folder, 'moved'))
  fs.writeFileSync(join(folder, '.git'), `gitdir: ${join(folder, 'moved')}\n`)
  expect(await port.foreign(older)).toMatch(
    /made before Janus noted its repository.*merge janus\/scout yourself/,
  )
})
