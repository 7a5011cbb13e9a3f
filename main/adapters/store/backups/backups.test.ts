import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeAgent, makeMessage, messageRow } from '../../../testkit/factories/factories.ts'
import { oldestFormat } from '../migrate.ts'
import { formatVersion } from '../schema.ts'
import { openStore, type DiskStore } from '../store.ts'
import { backUpClosedDatabase } from './at-rest.ts'
import { copyLive } from './copy-live.ts'
import { newestGood, readRestored, restore, takeScheduledRestore, scheduleRestore } from './restore.ts'
import { backupsIn, spaceProblem, backupFolder } from './backup-folder.ts'
import { quickTestFolder } from '../../../testkit/test-folder.ts'

const program = join(import.meta.dirname, '../../../apps/programs/copy-still.ts')
const copy = { command: process.execPath, args: [program] }
const never = new AbortController().signal
const day = 86_400_000

let folder: string
let store: DiskStore
beforeEach(() => {
  folder = quickTestFolder('backups')
  store = openStore(folder)
  store.commit([{ table: 'agent', row: makeAgent(1) }])
})
afterEach(() => store.close())

let said = 0
beforeEach(() => void (said = 0))
/** Commits this many messages. */
function say(count: number): void {
  for (let n = 0; n < count; n++) store.commit([messageRow(makeMessage(++said))])
}

const seqIn = (path: string): number => {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    return Number(db.prepare('SELECT max(seq) AS seq FROM message').get()?.['seq'])
  } finally {
    db.close()
  }
}

describe('a copy of a database that is at work', () => {
  it('contains what was accepted when it began, in one owner-only file', async () => {
    say(20)
    const to = join(folder, 'copy.db')
    const copying = copyLive(store, to, copy, never)
    say(300)
    await copying
    expect(seqIn(to)).toBe(20)
    if (process.platform !== 'win32') expect(fs.statSync(to).mode & 0o777).toBe(0o600)
    expect(fs.readdirSync(folder).filter((name) => name.startsWith('copy'))).toEqual(['copy.db'])
    // The log is written back again, too.
    say(300)
    expect(fs.statSync(`${store.file}-wal`).size).toBeLessThan(20_000_000)
    store.close()
    store = openStore(folder)
    expect([store.load().seq, store.incidents]).toEqual([said, []])
  })

  it('leaves a consistent log after a kill during the copy', () => {
    say(20)
    store.holdStill(() => undefined)
    say(5)
    const kept = ['janus.db', 'janus.db-wal', 'janus.db.mark'].map((name): [string, Buffer] => [
      name,
      fs.readFileSync(join(folder, name)),
    ])
    store.close()
    for (const [name, bytes] of kept) fs.writeFileSync(join(folder, name), bytes)
    store = openStore(folder)
    expect([store.load().seq, store.incidents]).toEqual([25, []])
  })

  it('keeps the database locked against others', async () => {
    await copyLive(store, join(folder, 'copy.db'), copy, never)
    const script = `new (require('node:sqlite').DatabaseSync)(process.argv[1]).exec('BEGIN IMMEDIATE')`
    expect(() =>
      execFileSync(process.execPath, ['-e', script, store.file], { stdio: ['ignore', 'ignore', 'pipe'] }),
    ).toThrow('database is locked')
  })

  it('is discarded when the database changes or is closed meanwhile', async () => {
    say(3)
    const to = join(folder, 'copy.db')
    const copying = copyLive(store, to, copy, never)
    store.close()
    await expect(copying).rejects.toThrow()
    expect(fs.existsSync(to)).toBe(false)
    store = openStore(folder)
  })

  it('explains what prevents it', async () => {
    await expect(copyLive(store, join(folder, 'none', 'copy.db'), copy, never)).rejects.toThrow('copy.db')
    await expect(
      copyLive(store, join(folder, 'copy.db'), { command: join(folder, 'none'), args: [] }, never),
    ).rejects.toThrow('copy.db could not be written')
    expect(spaceProblem(folder, 1e9, 1e9)).toMatch(
      /^There is not enough room in .*: it takes 1\.1 GB, and 1\.0 GB are free\.$/,
    )
    expect(spaceProblem(folder, 1e9, 2e9)).toBeNull()
  })
})

describe('restoring', () => {
  const now = Date.UTC(2026, 10, 25)
  /** Makes a backup with 5 messages, then adds 3. */
  function backedUp(): string {
    say(5)
    store.close()
    const path = backUpClosedDatabase(folder, now - day, 'asked') ?? ''
    store = openStore(folder)
    say(3)
    store.close()
    return path
  }

  it('replaces the database by a copy and keeps the original beside it', () => {
    const path = backedUp()
    const before = fs.readFileSync(join(folder, 'janus.db'))
    const restored = restore(folder, path, now)
    expect(restored).toEqual({ at: now - day, kept: [join(folder, 'janus.db.before-restore-1')] })
    expect(fs.readFileSync(restored.kept[0] ?? '').equals(before)).toBe(true)
    expect(readRestored(folder)).toEqual(restored)
    store = openStore(folder)
    expect([store.load().seq, store.incidents]).toEqual([5, []])
    expect(fs.existsSync(path)).toBe(true)
  })

  it('includes the log of a database that was set aside', () => {
    backedUp()
    store = openStore(folder)
    say(2)
    const [db, log] = [fs.readFileSync(store.file), fs.readFileSync(`${store.file}-wal`)]
    store.close()
    const aside = join(folder, 'janus.db.damaged-1')
    fs.writeFileSync(aside, db)
    fs.writeFileSync(`${aside}-wal`, log)
    restore(folder, aside, now)
    store = openStore(folder)
    expect(store.load().seq).toBe(10)
  })

  it('continues an interrupted replacement, and discards one that had not begun', () => {
    const path = backedUp()
    const file = join(folder, 'janus.db')
    const copied = (to: string): void => fs.writeFileSync(to, fs.readFileSync(path))
    // Interrupted before the database was set aside.
    copied(`${file}.ready`)
    fs.writeFileSync(join(folder, 'restore.json'), JSON.stringify({ restored: { at: 1 } }), { mode: 0o600 })
    expect(readRestored(folder)).toBeNull()
    store = openStore(folder)
    expect(store.load().seq).toBe(8)
    expect(fs.existsSync(`${file}.ready`)).toBe(false)
    store.close()
    // Interrupted after that.
    copied(`${file}.ready`)
    fs.writeFileSync(join(folder, 'restore.json'), JSON.stringify({ restored: { at: 1 } }), { mode: 0o600 })
    fs.renameSync(file, `${file}.before-restore-1`)
    expect(readRestored(folder)).toEqual({ at: 1, kept: [] })
    store = openStore(folder)
    expect(store.load().seq).toBe(5)
  })

  it('is scheduled once: a failing one is not tried again', () => {
    const path = backedUp()
    const [{ name = '' } = {}] = backupsIn(folder)
    scheduleRestore(folder, name)
    expect([takeScheduledRestore(folder), takeScheduledRestore(folder)]).toEqual([path, null])
    scheduleRestore(folder, '../janus.db')
    expect(takeScheduledRestore(folder)).toBeNull()
    store = openStore(folder)
  })

  const changed = (change: (bytes: Buffer) => Buffer) => (path: string) =>
    fs.writeFileSync(path, change(fs.readFileSync(path)))
  const format = (to: number) =>
    changed((bytes) => {
      bytes.writeUInt32BE(to, 60)
      return bytes
    })
  const bad: readonly (readonly [string, RegExp, (path: string) => void])[] = [
    ['that is not there', /is not there\./, (path) => fs.rmSync(path)],
    ['that is no database', /is not a database of Janus\./, changed(() => Buffer.from('hello'.repeat(99)))],
    ['that is empty', /is not a database of Janus\./, changed(() => Buffer.alloc(0))],
    ['of another program', /is not a database of Janus\./, changed((bytes) => bytes.fill(0, 68, 72))],
    ['of a newer Janus', /written by a newer Janus/, format(formatVersion + 1)],
    ['of an earlier format', /written by an earlier Janus/, format(oldestFormat - 1)],
    ['that is cut', /is not complete/, changed((bytes) => bytes.subarray(0, bytes.length - 4096))],
    [
      'with a damaged page',
      /is damaged \(.*Nothing was changed\./s,
      changed((bytes) => bytes.fill(7, 8192, 40_000)),
    ],
    [
      'that is a folder',
      /is not a regular file\.|is a folder\./,
      (path) => (fs.rmSync(path), fs.mkdirSync(path)),
    ],
  ]

  const odd: typeof bad = [
    [
      'that is a link',
      /is a link\. Name the file/,
      (path) => (fs.renameSync(path, `${path}.real`), fs.symlinkSync(`${path}.real`, path)),
    ],
    [
      'that is a pipe',
      /is not a regular file\./,
      (path) => (fs.rmSync(path), void execFileSync('mkfifo', [path])),
    ],
  ]

  it('refuses bad backups with an explanation and changes nothing', () => {
    const path = backedUp()
    const whole = fs.readFileSync(path)
    const before = fs.readFileSync(join(folder, 'janus.db'))
    for (const [what, words, harm] of process.platform === 'win32' ? bad : [...bad, ...odd]) {
      fs.rmSync(path, { recursive: true, force: true })
      fs.writeFileSync(path, whole)
      harm(path)
      expect(() => restore(folder, path, now), what).toThrow(words)
      expect(newestGood(folder), what).toBeNull()
    }
    expect(fs.readFileSync(join(folder, 'janus.db')).equals(before)).toBe(true)
    expect(fs.readdirSync(folder).filter((name) => /ready|restore/.test(name))).toEqual([])
    expect(readRestored(folder)).toBeNull()
    store = openStore(folder)
  })

  it('refuses to take the place of a folder', () => {
    const path = backedUp()
    fs.renameSync(join(folder, 'janus.db'), join(folder, 'other.db'))
    fs.mkdirSync(join(folder, 'janus.db'))
    expect(() => restore(folder, path, now)).toThrow('is not a regular file. Remove it')
    fs.rmdirSync(join(folder, 'janus.db'))
  })
})

it('a backup at rest includes the log, and a damaged database gets none', () => {
  say(5)
  const bytes = ['janus.db', 'janus.db-wal'].map((name) => fs.readFileSync(join(folder, name)))
  store.close()
  for (const [n, name] of ['janus.db', 'janus.db-wal'].entries())
    fs.writeFileSync(join(folder, name), bytes[n] ?? '')
  expect(seqIn(backUpClosedDatabase(folder, 0, 'upgrade') ?? '')).toBe(5)
  fs.rmSync(join(folder, 'janus.db-wal'))
  const file = join(folder, 'janus.db')
  fs.writeFileSync(file, fs.readFileSync(file).fill(7, 8192))
  expect(() => backUpClosedDatabase(folder, 1000, 'upgrade')).toThrow('is damaged')
  expect(fs.readdirSync(backupFolder(folder))).toHaveLength(1)
  fs.rmSync(file)
  expect(backUpClosedDatabase(folder, 2000, 'upgrade')).toBeNull()
  store = openStore(folder)
})
