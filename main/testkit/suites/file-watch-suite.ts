import { EventEmitter, once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import type { FileWatch } from '../../ports/file-watch.ts'

/** A folder in which the suite changes files. */
interface Place {
  readonly watch: FileWatch
  readonly folder: string
  put(path: string): void
  removeFolder(): void
}

/** What every file watch does, in memory or on a disk. */
export function fileWatchSuite(open: () => Place): void {
  const opened = () => {
    const place = open()
    onTestFinished(() => place.watch.close())
    const reports = new EventEmitter()
    place.watch.connect((key, paths) => {
      for (const path of paths ?? [null]) reports.emit(key, path)
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
    expect(await gone).toBeNull()
    const none = next('two')
    await watch.watch(new Map([['two', { folder, glob: '*' }]]))
    expect(await none).toBeNull()
  })
}
