import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openGit } from '../git/run-git.ts'
import { openFolderFiles } from './folder-files.ts'
import { readIgnored } from './ignored.ts'
import { walk } from './walk.ts'

let home: string
beforeEach(() => {
  home = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'janus-files-')))
  onTestFinished(() => fs.rmSync(home, { recursive: true, force: true }))
})

function put(...paths: readonly string[]): void {
  for (const path of paths) {
    fs.mkdirSync(join(home, dirname(path)), { recursive: true })
    fs.writeFileSync(join(home, path), path.endsWith('ignore') ? 'dist/\n*.log\n!keep.log\n/top.txt\n' : '')
  }
}

const git = (...args: readonly string[]): void =>
  void execFileSync('git', ['-c', 'init.defaultBranch=main', ...args], { cwd: home, stdio: 'pipe' })

const open = (now = () => 0) =>
  openFolderFiles({ now, git: openGit(process.env), closed: join(home, 'closed') })

const all = ['.gitignore', 'a b.txt', 'dist/out.js', 'src/a.log', 'src/keep.log', 'src/x.ts', 'top.txt']

describe('the files of a folder', () => {
  test('of a repository are what git does not ignore, tracked or not', async () => {
    put(...all, '.hidden/x')
    git('init')
    git('add', 'src/x.ts')
    const { files, isWhole } = await open().list(home)
    expect([[...files].sort(), isWhole]).toEqual([
      ['.gitignore', '.hidden/x', 'a b.txt', 'src/keep.log', 'src/x.ts'],
      true,
    ])
    // Of a folder in it, what is below that.
    expect([...(await open().list(join(home, 'src'))).files].sort()).toEqual(['keep.log', 'x.ts'])
  })

  test('nothing that a repository’s settings name is run', async () => {
    put('a.txt')
    git('init')
    git('config', 'core.fsmonitor', `touch ${join(home, 'ran')}; false`)
    expect((await open().list(home)).files).toEqual(['a.txt'])
    expect(fs.existsSync(join(home, 'ran'))).toBe(false)
  })

  test('without git are walked through, nearest first, within the same rules', async () => {
    put(...all, 'node_modules/m/index.js', '.hidden/x', 'closed/secret', 'src/deep/y.ts')
    fs.symlinkSync('/', join(home, 'everything'))
    const { files } = await open().list(home)
    expect(files).toEqual(['a b.txt', 'src/keep.log', 'src/x.ts', 'src/deep/y.ts'])
  })

  test('are asked for again after some seconds', async () => {
    let now = 0
    const folder = open(() => now)
    put('a.txt')
    await folder.list(home)
    put('b.txt')
    expect((await folder.list(home)).files).toEqual(['a.txt'])
    now = 5_000
    expect((await folder.list(home)).files).toEqual(['a.txt', 'b.txt'])
  })

  test('are looked through only so far, and a folder that is not there has none', async () => {
    put('a.txt', 'b.txt', 'c/d.txt')
    expect(await walk(home, '', 2)).toEqual(['a.txt', 'b.txt'])
    expect((await open().list(join(home, 'gone'))).files).toEqual([])
  })
})

test('rules are read as git reads them', () => {
  const isOut = (rules: string, path: string, isFolder = false) => readIgnored(rules, '')(path, isFolder)
  expect(isOut('*.log', 'a/b.log')).toBe(true)
  expect(isOut('/*.log', 'a/b.log')).toBeNull()
  expect(isOut('build/', 'build')).toBeNull()
  expect(isOut('build/', 'a/build', true)).toBe(true)
  expect(isOut('*.log\n!b.log', 'b.log')).toBe(false)
  expect(isOut('a/**/z', 'a/b/c/z')).toBe(true)
  expect(isOut('a/**', 'a/b/c')).toBe(true)
  expect(isOut('[ab]?.txt', 'a1.txt')).toBe(true)
  expect(isOut('[!ab].txt', 'a.txt')).toBeNull()
  expect(isOut('# words\n\n\\#a', '#a')).toBe(true)
  expect(isOut('a.b', 'axb')).toBeNull()
  expect(isOut('[', '[')).toBe(true)
  expect(readIgnored('x', 'sub/')('x', false)).toBeNull()
  expect(readIgnored('x', 'sub/')('sub/x', false)).toBe(true)
})
