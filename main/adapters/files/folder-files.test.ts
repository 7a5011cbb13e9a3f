import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { RunGit } from '../../ports/git.ts'
import { abilities } from '../../testkit/suites/backend/abilities.ts'
import { openGit } from '../git/run-git.ts'
import { openFolderFiles, walkApart, type Walk } from './folder-files.ts'
import { readIgnored, readPattern } from './ignored.ts'
import { testFolder } from '../../testkit/test-folder.ts'

let home: string
beforeEach(() => void (home = testFolder('files')))

function put(...paths: readonly string[]): void {
  for (const path of paths) {
    fs.mkdirSync(join(home, dirname(path)), { recursive: true })
    fs.writeFileSync(join(home, path), path.endsWith('ignore') ? 'dist/\n*.log\n!keep.log\n/top.txt\n' : '')
  }
}

const git = (...args: readonly string[]): void =>
  void execFileSync('git', ['-c', 'init.defaultBranch=main', ...args], { cwd: home, stdio: 'pipe' })

const program = {
  command: process.execPath,
  args: ['--no-warnings', join(import.meta.dirname, '../../apps/programs/walk-folder.ts')],
}
const walk: Walk = (folder, limits) => walkApart(program, join(home, 'closed'))(folder, limits)
const open = (now = () => 0, git: RunGit = openGit(process.env)) => openFolderFiles({ now, git, walk })
const limits = { files: 100, bytes: 10_000, patience: 60_000 }

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
    expect([...(await open().list(join(home, 'src'))).files].sort()).toEqual(['keep.log', 'x.ts'])
  })

  test('nothing that a repository’s settings name is run', async () => {
    put('a.txt')
    git('init')
    git('config', 'core.fsmonitor', `touch ${join(home, 'ran')}; false`)
    expect((await open().list(home)).files).toEqual(['a.txt'])
    expect(fs.existsSync(join(home, 'ran'))).toBe(false)
  })

  test('without git are walked breadth-first, with the same rules', async () => {
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

  test('are capped, and a missing folder has none', async () => {
    put('a.txt', 'b.txt', 'c/d.txt')
    expect(await walk(home, { ...limits, files: 2 })).toEqual({ files: ['a.txt', 'b.txt'], isWhole: false })
    expect((await open().list(join(home, 'gone'))).files).toEqual([])
  })

  test('of a hostile folder are not waited for: the walk is killed, and its results so far count', async () => {
    put('a.txt')
    const endless = { ...program, args: ['--eval', 'setInterval(() => {}, 1e6)'] }
    const found = await walkApart(endless, home)(home, { ...limits, patience: 50 })
    expect(found).toEqual({ files: [], isWhole: false })
    const many = Array.from({ length: 40 }, (_, n) => `b/${String(n)}.txt`)
    put(...many)
    const short = await walk(home, { ...limits, bytes: 20 })
    expect([short.isWhole, short.files[0]]).toEqual([false, 'a.txt'])
  })

  test('are listed once at a time, however long that takes', async () => {
    let now = 0
    const asked: (() => void)[] = []
    const folder = open(
      () => now,
      () => new Promise((_, reject) => asked.push(() => reject(new Error('ended')))),
    )
    const first = folder.list(home)
    now = 60_000
    expect(folder.list(home)).toBe(first)
    expect(asked).toHaveLength(1)
    for (const end of asked) end()
    await first
  })

  test.runIf(abilities.pipes)(
    'have no rules in what is no short plain file: pipes, devices, links',
    async () => {
      put('a.txt', 'b/b.txt', 'c/c.txt')
      execFileSync('mkfifo', [join(home, '.gitignore'), join(home, '.ignore')])
      fs.symlinkSync('/dev/zero', join(home, 'b/.gitignore'))
      fs.writeFileSync(join(home, 'c/.gitignore'), `c.txt\n${'#'.repeat(100_000)}`)
      expect(await walk(home, limits)).toEqual({ files: ['a.txt', 'b/b.txt', 'c/c.txt'], isWhole: true })
    },
  )

  test('with patterns that would stall a backtracking matcher are listed', async () => {
    const long = 'a'.repeat(200)
    put('kept.txt', long)
    fs.writeFileSync(join(home, '.gitignore'), `${'*a'.repeat(15)}Z\n${'**/a/'.repeat(10)}Z\nke*t.bak\n`)
    expect(await walk(home, limits)).toEqual({ files: [long, 'kept.txt'], isWhole: true })
  })
})

test('rules are read as git reads them', () => {
  const isOut = (rules: string, path: string, isFolder = false) =>
    readIgnored(rules, 0)(path.split('/'), isFolder)
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
  expect(isOut('/x', 'sub/x')).toBeNull()
  expect(readIgnored('/x', 1)(['sub', 'x'], false)).toBe(true)
  expect(isOut('**/b', 'a/b')).toBe(true)
  expect(isOut('a/**', 'a', true)).toBeNull()
  expect(isOut('a/**/b/*.c', 'a/b/b/x.c')).toBe(true)
  expect(isOut('*a*b', 'xaxxbab')).toBe(true)
  expect(isOut('*a*b', 'xaxxba')).toBeNull()
  expect(isOut('[a-c]x[]]', 'bx]')).toBe(true)
  expect(isOut('[^a-c]x', 'dx')).toBe(true)
  expect(isOut('\\[a]', '[a]')).toBe(true)
  expect(isOut('x\\ ', 'x ')).toBe(true)
  expect(isOut(`a${' '.repeat(50_000)}b`, 'ab')).toBeNull()
})

test('patterns that are too long or have too many stars are ignored', () => {
  expect(readPattern('a'.repeat(501))).toBeNull()
  expect(readPattern('*a'.repeat(21))).toBeNull()
  expect(readPattern('**/'.repeat(21))).toBeNull()
  expect(readPattern('a\\')).toBeNull()
  expect(readPattern('*a'.repeat(20))?.matches(['a'.repeat(300)])).toBe(true)
})

test('a mismatch takes no more steps than both lengths allow', () => {
  const pattern = `${'*a'.repeat(19)}Z`
  const most = pattern.length * 2_000
  let steps = 0
  const name = new Proxy(new String('a'.repeat(2_000)), {
    get: (text, key) =>
      key === 'charAt'
        ? (at: number) => {
            // A matcher that backtracks to every star would not end before the test's timeout.
            if (++steps > most) throw new Error('too many steps')
            return text.charAt(at)
          }
        : (Reflect.get(text, key) as unknown),
  }) as unknown as string
  expect(readPattern(pattern)?.matches([name])).toBe(false)
  expect(steps).toBeGreaterThan(2_000)
})
