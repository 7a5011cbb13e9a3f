import { EventEmitter, once } from 'node:events'
import { expect, onTestFinished, test, describe } from 'vitest'
import type { FileEvent, FileWatch } from '../../ports/file-watch.ts'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isInsideGlob, matchesGlob } from '../../contract/timers/triggers.ts'
import { MemoryFileWatch } from '../../testkit/memory/file-watch.ts'
import { openFileWatch } from './file-watch.ts'

interface Place {
  readonly watch: FileWatch
  readonly folder: string
  put(path: string): void
  removeFolder(): void
}

function fileWatchSuite(open: () => Place): void {
  const opened = () => {
    const place = open()
    onTestFinished(() => place.watch.close())
    const reports = new EventEmitter()
    place.watch.connect((key, event) => {
      for (const what of event.kind === 'files' ? event.paths : [event.kind]) reports.emit(key, what)
    })
    const next = async (key: string): Promise<unknown> => (await once(reports, key))[0]
    return { ...place, next, reports }
  }

  test('reports a file that matches, by its path in the folder, and no other', async () => {
    const { watch, folder, put, next, reports } = opened()
    const others: unknown[] = []
    reports.on('deep', (path) => others.push(path))
    await watch.watch(
      new Map([
        ['flat', { folder, glob: '*.md' }],
        ['deep', { folder, glob: 'src/*.ts' }],
      ]),
    )
    const changed = next('flat')
    put('notes.txt')
    put('notes.md')
    expect(await changed).toBe('notes.md')
    const deep = next('deep')
    put('src/fares.js')
    put('src/fares.ts')
    expect(await deep).toBe('src/fares.ts')
    expect(new Set(others)).toEqual(new Set(['src/fares.ts']))
  })

  test('says that a folder has gone, or was never there', async () => {
    const { watch, folder, removeFolder, next } = opened()
    await watch.watch(new Map([['one', { folder, glob: '*' }]]))
    const gone = next('one')
    removeFolder()
    expect(await gone).toBe('folderGone')
    const none = next('two')
    await watch.watch(new Map([['two', { folder, glob: '*' }]]))
    expect(await none).toBe('folderGone')
  })
}

describe('in memory', () => {
  fileWatchSuite(() => {
    const watch = new MemoryFileWatch()
    return {
      watch,
      folder: '/w',
      put: (path) => watch.put('/w', path),
      removeFolder: () => watch.removeFolder('/w'),
    }
  })
})

describe('on a disk', () => {
  fileWatchSuite(() => {
    const folder = mkdtempSync(join(tmpdir(), 'janus-watch-'))
    const remove = () => rmSync(folder, { recursive: true, force: true })
    onTestFinished(remove)
    mkdirSync(join(folder, 'src'))
    return {
      watch: openFileWatch(),
      folder,
      put: (path) => writeFileSync(join(folder, path), 'x'),
      removeFolder: remove,
    }
  })
})

test('a recreated subfolder is watched again; skipped folders are not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'janus-watch-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const put = (path: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), '')
  }
  put('src/a.ts')
  const watch = openFileWatch()
  onTestFinished(() => watch.close())
  const seen = new EventEmitter()
  const paths: unknown[] = []
  watch.connect((_, event) => {
    for (const what of event.kind === 'files' ? event.paths : [event.kind]) {
      paths.push(what)
      seen.emit(what)
    }
  })
  await watch.watch(new Map([['one', { folder, glob: 'src/**' }]]))
  const gone = once(seen, 'src/a.ts')
  rmSync(join(folder, 'src'), { recursive: true })
  await gone
  const again = once(seen, 'src/b.ts')
  put('src/node_modules/left.ts')
  put('src/b.ts')
  await again
  expect(paths).not.toContain('src/node_modules/left.ts')
  expect(paths).not.toContain('folderGone')
})

test.each([
  ['the watched folder', '.'],
  ['a folder within it', 'src'],
])('%s that is removed and made again at once is watched on', async (_, which) => {
  const folder = mkdtempSync(join(tmpdir(), 'janus-watch-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const make = () => {
    mkdirSync(join(folder, 'src'), { recursive: true })
    writeFileSync(join(folder, 'src', 'a.ts'), '')
    writeFileSync(join(folder, 'src', 'a.md'), '')
  }
  make()
  const watch = openFileWatch()
  onTestFinished(() => watch.close())
  const seen = new EventEmitter()
  const events: unknown[] = []
  watch.connect((_, event) => {
    for (const what of event.kind === 'files' ? event.paths : [event.kind]) {
      events.push(what)
      seen.emit(what)
    }
  })
  await watch.watch(new Map([['one', { folder, glob: 'src/*.ts' }]]))
  const again = once(seen, 'src/b.ts')
  rmSync(join(folder, which), { recursive: true })
  make()
  writeFileSync(join(folder, 'src', 'b.ts'), '')
  await again
  const later = once(seen, 'src/c.ts')
  writeFileSync(join(folder, 'src', 'c.ts'), '')
  await later
  expect(events).not.toContain('folderGone')
  expect(events).not.toContain('src/a.md')
})

test('a change that does not count when it happens is never reported', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'janus-watch-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const watch = openFileWatch()
  onTestFinished(() => watch.close())
  const asked = new EventEmitter()
  const events: FileEvent[] = []
  let isWorking = true
  const reported = new Promise<void>((done) =>
    watch.connect(
      (_, event) => {
        events.push(event)
        done()
      },
      () => {
        asked.emit('change')
        return !isWorking
      },
    ),
  )
  await watch.watch(new Map([['one', { folder, glob: '*.ts' }]]))
  const own = once(asked, 'change')
  writeFileSync(join(folder, 'own.ts'), '')
  await own
  isWorking = false
  writeFileSync(join(folder, 'other.ts'), '')
  await reported
  expect(events).toEqual([{ kind: 'files', paths: ['other.ts'] }])
})

test('files that change at once are reported together', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'janus-watch-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const watch = openFileWatch()
  onTestFinished(() => watch.close())
  const reported = new Promise<FileEvent>((done) => watch.connect((_, event) => done(event)))
  await watch.watch(new Map([['one', { folder, glob: '*.ts' }]]))
  const names = Array.from({ length: 20 }, (_, at) => `${String(at)}.ts`)
  for (const name of names) writeFileSync(join(folder, name), '')
  expect(await reported).toEqual({ kind: 'files', paths: expect.arrayContaining(names) as string[] })
})

test.each([
  ['src/**', 'src/a/b.ts', true],
  ['src/**/*.ts', 'src/a.ts', true],
  ['src/*.ts', 'src/a/b.ts', false],
  ['*.md', 'a.mdx', false],
  ['a?c(1).txt', 'abc(1).txt', true],
  ['**/b/**/c.ts', 'a/b/b/d/c.ts', true],
  ['src/**', 'lib/a.ts', false],
  // An agent's pattern must not keep the app busy.
  ['**/'.repeat(60) + 'x', 'a/'.repeat(1000) + 'y', false],
  ['*a'.repeat(90), 'a'.repeat(250) + 'b', false],
])('%.30s matches %.30s: %s', (glob, path, is) => expect(matchesGlob(glob, path)).toBe(is))

test('a glob stays in its folder', () => {
  expect(['src/**', '*.md', '..a/b'].map(isInsideGlob)).toEqual([true, true, true])
  for (const glob of ['../x', 'a/../../x', '/etc/*', '~/x', 'C:/x', 'a\\b', ' '])
    expect(isInsideGlob(glob)).toBe(false)
})
