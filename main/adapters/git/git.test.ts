import * as fs from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openGitPort } from './git.ts'
import { makeRepository } from './testing/repository.ts'

function repository(files: Readonly<Record<string, string>> | null = { 'a.txt': 'one\ntwo\n' }) {
  const of = makeRepository(files)
  onTestFinished(of.remove)
  return { ...of, port: openGitPort(of.environment) }
}

test('a folder of a repository, its top and its branch; without a commit, and in none', async () => {
  const { folder, port, put, home } = repository()
  put('src/x.ts', '')
  const commit = expect.stringMatching(/^[0-9a-f]{40}$/) as string
  expect(await port.repository(join(folder, 'src'))).toEqual({
    top: folder,
    main: folder,
    branch: 'main',
    commit,
  })
  expect(await repository(null).port.repository(folder)).not.toBeNull()
  expect(await port.repository(home)).toBeNull()
  expect(await port.repository(join(home, 'gone'))).toBeNull()
  const none = repository(null)
  expect(await none.port.repository(none.folder)).toEqual({
    top: none.folder,
    main: none.folder,
    branch: 'main',
    commit: null,
  })
})

test('a missing git is reported', async () => {
  const { folder } = repository()
  let told = ''
  expect(await openGitPort({ PATH: '/nowhere' }).repository(folder, (words) => (told = words))).toBeNull()
  expect(told).toBe('git was not found on this machine.')
})

test('a git that lies in the folder is not run, wherever the path leads', async () => {
  const { folder, put, environment } = repository()
  put('git', `#!/bin/sh\ntouch "${folder}/ran"\n`)
  fs.chmodSync(join(folder, 'git'), 0o755)
  const path = ['.', '', environment['PATH'] ?? ''].join(delimiter)
  expect((await openGitPort({ ...environment, PATH: path }).repository(folder))?.branch).toBe('main')
  expect(fs.existsSync(join(folder, 'ran'))).toBe(false)
})

test('changes since the last commit: changed, new, deleted, renamed, binary; only below the folder', async () => {
  const long = Array.from({ length: 30 }, (_, n) => `line ${n}\n`).join('')
  const { folder, port, put, git } = repository({
    'a.txt': 'one\ntwo\n',
    'b.txt': long,
    'c.txt': 'x',
    'src/d.ts': 'd\n',
  })
  put('a.txt', 'one\n2\nthree\n')
  put('src/new [1].ts', 'n\n')
  put('picture.png', new Uint8Array([0, 1, 2, 0, 255]))
  fs.rmSync(join(folder, 'c.txt'))
  git('mv', 'b.txt', 'moved.txt')
  git('add', 'picture.png')
  const { changes, isPart } = await port.changes(folder)
  expect(isPart).toBe(false)
  expect(changes.map(({ path, kind, from, added, removed }) => [path, kind, from, added, removed])).toEqual([
    ['a.txt', 'changed', null, 2, 1],
    ['c.txt', 'deleted', null, 0, 1],
    ['moved.txt', 'renamed', 'b.txt', 0, 0],
    ['picture.png', 'added', null, null, null],
    ['src/new [1].ts', 'added', null, null, null],
  ])
  expect((await port.changes(join(folder, 'src'))).changes.map(({ path }) => path)).toEqual(['new [1].ts'])
})

test('a repository without a commit has only new files', async () => {
  const { folder, port, put } = repository(null)
  put('a.txt', 'a\n')
  expect((await port.changes(folder)).changes.map(({ path, kind }) => [path, kind])).toEqual([
    ['a.txt', 'added'],
  ])
})

test('a file of the last commit, whole, or its length', async () => {
  const { folder, port, put, commit } = repository({ 'src/[a].txt': 'one\n' })
  fs.symlinkSync('/etc/passwd', join(folder, 'link'))
  put('run.sh', 'x')
  fs.chmodSync(join(folder, 'run.sh'), 0o755)
  commit()
  const bytes = Buffer.from('one\n')
  expect(await port.committed(join(folder, 'src'), '[a].txt', 100)).toEqual({
    bytes,
    isExecutable: false,
    isFiltered: false,
  })
  expect(await port.committed(folder, 'run.sh', 100)).toMatchObject({ isExecutable: true })
  expect(await port.committed(folder, 'src/[a].txt', 2)).toEqual({ length: 4 })
  expect(await port.committed(folder, 'link', 100)).toBeNull()
  expect(await port.committed(folder, 'src/*.txt', 100)).toBeNull()
})

test('nothing that a hostile repository names is run, by any question', async () => {
  const of = repository({ 'a.txt': 'one\n', '.gitattributes': '*.txt filter=evil diff=evil merge=evil\n' })
  const { folder, port, put, git, home } = of
  const evil = (name: string) => `touch ${join(home, `ran-${name}`)}; cat`
  for (const [key, value] of [
    ...['clean', 'smudge', 'process'].map((how) => [`filter.evil.${how}`, evil(how)] as const),
    ['filter.evil.required', 'true'],
    ['diff.evil.textconv', evil('textconv')],
    ['diff.evil.command', evil('diff-command')],
    ['merge.evil.driver', evil('merge')],
    ['core.fsmonitor', evil('fsmonitor')],
    ['diff.external', evil('external')],
    ['core.pager', evil('pager')],
    ['core.sshCommand', evil('ssh')],
    ['core.hooksPath', join(folder, 'hooks')],
    ['commit.gpgSign', 'true'],
    ['gpg.program', evil('gpg')],
    ['user.signingKey', 'x'],
  ] as const)
    git('config', key, value)
  const hooks = [
    'pre-commit',
    'post-checkout',
    'post-merge',
    'pre-merge-commit',
    'reference-transaction',
    'post-index-change',
    'commit-msg',
  ]
  for (const folderOf of ['hooks', '.git/hooks'])
    for (const hook of hooks) {
      put(`${folderOf}/${hook}`, `#!/bin/sh\ntouch ${join(home, `ran-${hook}`)}\n`)
      fs.chmodSync(join(folder, folderOf, hook), 0o755)
    }
  put('a.txt', 'one\ntwo\n')
  await port.repository(folder)
  await port.changes(folder)
  await port.committed(folder, 'a.txt', 1000)
  const tree = await port.addWorktree(folder, join(home, 'tree'), 'janus/scout')
  fs.writeFileSync(join(tree.path, 'b.md'), 'b\n')
  await port.stateOf(tree)
  await port.commitAll(tree, 'Work')
  git(
    '-c',
    'core.fsmonitor=false',
    '-c',
    'core.hooksPath=/dev/null',
    '-c',
    'filter.evil.required=false',
    'checkout',
    '--quiet',
    '-f',
  )
  for (const name of fs.readdirSync(home)) if (name.startsWith('ran-')) fs.rmSync(join(home, name))
  expect(await port.bringBack(tree)).toEqual({ state: 'done', commits: 1 })
  await port.removeWorktree(tree)
  expect(fs.readdirSync(home).filter((name) => name.startsWith('ran-'))).toEqual([])
  expect(of.read('b.md')).toBe('b\n')
  // Proves that the traps work: plain git triggers them.
  put('a.txt', 'three\n')
  expect(() => git('commit', '--all', '-m', 'x')).toThrow()
  expect(fs.readdirSync(home).filter((name) => name.startsWith('ran-'))).not.toEqual([])
})

test('settings that name another working folder are refused', async () => {
  const { folder, port, git, home } = repository()
  git('config', 'core.worktree', home)
  expect(await port.repository(folder)).toBeNull()
})
