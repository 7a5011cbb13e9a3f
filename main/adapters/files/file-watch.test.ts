import { EventEmitter, once } from 'node:events'
import { expect, onTestFinished, test, describe } from 'vitest'
import type { FileEvent, FileWatch } from '../../ports/file-watch.ts'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isInsideGlob, matchesGlob } from '../../contract/timers/triggers.ts'
import { MemoryFileWatch } from '../../testkit/memory/file-watch.ts'
import { testFolder } from '../../testkit/test-folder.ts'
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
    const folder = testFolder('watch')
    mkdirSync(join(folder, 'src'))
    return {
      watch: openFileWatch(),
      folder,
      put: (path) => writeFileSync(join(folder, path), 'x'),
      removeFolder: () => rmSync(folder, { recursive: true, force: true }),
    }
  })
})

/** Watches a new folder; `seen` emits each change. */
function watched() {
  const folder = testFolder('watch')
  const put = (...paths: readonly string[]) => {
    for (const path of paths) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), '')
    }
  }
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
  return { folder, put, watch, events, next: (what: string) => once(seen, what) }
}

test('a recreated subfolder is watched again; skipped folders are not', async () => {
  const { folder, put, watch, events, next } = watched()
  put('src/a.ts')
  await watch.watch(new Map([['one', { folder, glob: 'src/**' }]]))
  const gone = next('src/a.ts')
  rmSync(join(folder, 'src'), { recursive: true })
  await gone
  const again = next('src/b.ts')
  put('src/node_modules/left.ts', 'src/b.ts')
  await again
  expect(events).not.toContain('src/node_modules/left.ts')
  expect(events).not.toContain('folderGone')
})

test.each([
  ['the watched folder', '.'],
  ['a folder within it', 'src'],
])('%s that is removed and made again at once is watched on', async (_, which) => {
  const { folder, put, watch, events, next } = watched()
  put('src/a.ts', 'src/a.md')
  await watch.watch(new Map([['one', { folder, glob: 'src/*.ts' }]]))
  const again = next('src/b.ts')
  rmSync(join(folder, which), { recursive: true })
  put('src/a.ts', 'src/a.md', 'src/b.ts')
  await again
  const later = next('src/c.ts')
  put('src/c.ts')
  await later
  expect(events).not.toContain('folderGone')
  expect(events).not.toContain('src/a.md')
})

test('a change that does not count when it happens is never reported', async () => {
  const { folder, put, watch } = watched()
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
  put('own.ts')
  await own
  isWorking = false
  put('other.ts')
  await reported
  expect(events).toEqual([{ kind: 'files', paths: ['other.ts'] }])
})

test('files that change at once are reported together', async () => {
  const { folder, put, watch } = watched()
  const reported = new Promise<FileEvent>((done) => watch.connect((_, event) => done(event)))
  await watch.watch(new Map([['one', { folder, glob: '*.ts' }]]))
  const names = Array.from({ length: 20 }, (_, at) => `${String(at)}.ts`)
  put(...names)
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
