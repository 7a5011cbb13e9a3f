import * as fs from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { openEditors } from './start-beside.ts'
import { openFileCopies } from './file-copies.ts'
import { longestShown, openWorkingFiles } from './working-files.ts'
import { testFolder } from '../../testkit/test-folder.ts'

let home: string
let folder: string
beforeEach(() => {
  home = testFolder('changes')
  folder = join(home, 'ferry')
  fs.mkdirSync(folder)
  fs.mkdirSync(join(home, 'state'), { mode: 0o700 })
})

const files = () => openWorkingFiles(join(home, 'state'))
const bytes = (text: string) => new TextEncoder().encode(text)

test('a file of a folder is text, binary, long, missing or unfit', () => {
  fs.writeFileSync(join(folder, 'a.txt'), 'é\n')
  fs.writeFileSync(join(folder, 'b.bin'), new Uint8Array([0, 255]))
  fs.writeFileSync(join(folder, 'long.txt'), 'x'.repeat(longestShown + 1))
  fs.symlinkSync('a.txt', join(folder, 'link'))
  const kinds = ['a.txt', 'b.bin', 'long.txt', 'gone', 'link', '.'].map(
    (path) => files().read(folder, path).kind,
  )
  expect(kinds).toEqual(['text', 'binary', 'long', 'missing', 'unfit', 'unfit'])
})

test('nothing outside of a folder, and nothing of Janus’s own, is read, written or removed', () => {
  fs.writeFileSync(join(home, 'mine.txt'), 'mine')
  fs.writeFileSync(join(home, 'state', 'own.txt'), 'own')
  fs.symlinkSync(home, join(folder, 'up'))
  for (const path of ['../mine.txt', join(home, 'mine.txt'), 'up/mine.txt', 'up/ferry-2/new.txt']) {
    expect(files().read(folder, path)).toMatchObject({ kind: 'unfit' })
    expect(() => files().put(folder, path, bytes('x'), null)).toThrow(/outside/)
    expect(() => files().remove(folder, path)).toThrow(/outside/)
  }
  expect(() => files().put(home, 'state/own.txt', bytes('x'), null)).toThrow(/Janus’s own/)
  expect(fs.readFileSync(join(home, 'mine.txt'), 'utf8')).toBe('mine')
  expect(fs.readFileSync(join(home, 'state', 'own.txt'), 'utf8')).toBe('own')
})

test('a file keeps its mode, and missing folders are created', () => {
  fs.writeFileSync(join(folder, 'run.sh'), 'old', { mode: 0o755 })
  files().put(folder, 'run.sh', bytes('new'), null)
  files().put(folder, 'deep/er/a.txt', bytes('a'), 0o640)
  expect(fs.statSync(join(folder, 'run.sh')).mode & 0o777).toBe(0o755)
  expect(fs.statSync(join(folder, 'deep/er/a.txt')).mode & 0o777).toBe(0o640)
  files().remove(folder, 'run.sh')
  expect(fs.readdirSync(folder)).toEqual(['deep'])
})

test('copies of reverted files are complete, owner-only, and capped to the newest', () => {
  let now = 1_000_000
  const copies = openFileCopies(join(home, 'state'), () => now++)
  const one = { folder, path: 'a.bin', bytes: new Uint8Array([0, 255]), mode: 0o600, left: 'x' }
  const id = copies.keep([one, { ...one, path: 'new.txt', bytes: null, mode: null }])
  expect(copies.take(id)).toEqual([
    { ...one, bytes: Buffer.from([0, 255]) },
    { ...one, path: 'new.txt', bytes: null, mode: null },
  ])
  const kept = join(home, 'state', 'taken-back')
  expect(fs.statSync(kept).mode & 0o777).toBe(0o700)
  for (let n = 0; n < 200; n++) copies.keep([])
  expect(fs.readdirSync(kept)).toHaveLength(200)
  expect([copies.take(id), copies.take('../../etc/passwd')]).toEqual([null, null])
})

test('editors on the PATH are offered and started with their arguments; errors are reported', async () => {
  const bin = join(home, 'bin')
  fs.mkdirSync(bin)
  const script = (name: string, body: string) =>
    fs.writeFileSync(join(bin, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 })
  script('code', `printf '%s\\n' "$@" > ${join(home, 'told')}`)
  script('zed', 'exit 3')
  fs.writeFileSync(join(bin, 'kate'), '', { mode: 0o644 })
  const editors = openEditors({ PATH: `${bin}:relative` })
  expect(editors.found().map(({ command }) => command)).toEqual([
    'code -g {file}:{line}',
    'zed {file}:{line}',
  ])
  await editors.start([join(bin, 'code'), '-g', 'a b; $(x).txt:3'], folder)
  expect(fs.readFileSync(join(home, 'told'), 'utf8')).toBe('-g\na b; $(x).txt:3\n')
  await expect(editors.start([join(bin, 'zed'), 'a'], folder)).rejects.toThrow('ended with code 3')
  await expect(editors.start([join(bin, 'gone'), 'a'], folder)).rejects.toThrow('could not be started')
})
