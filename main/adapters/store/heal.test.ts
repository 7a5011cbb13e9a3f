import * as fs from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import { StoreFullError } from '../../ports/ports.ts'
import { guestKey } from '../../contract/mail/authors.ts'
import {
  agentId,
  makeAgent,
  makeGathering,
  makeLink,
  makeMessage,
  makeSeat,
  messageRow,
} from '../../testkit/factories/factories.ts'
import { salvage } from './salvage.ts'
import { makeTables } from './schema.ts'
import { readPragma, setUp } from './pragmas.ts'
import { openStore, type DiskStore } from './store.ts'
import { quickTestFolder } from '../../testkit/test-folder.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = quickTestFolder('heal')
  file = join(folder, 'janus.db')
})

const pageSize = 4096
const frame = pageSize + 24

/** Leaves a database as after a kill, with this many acknowledged messages in the log. */
function killed(count: number): void {
  const store = openStore(folder)
  for (let n = 1; n <= count; n++)
    store.commit([messageRow(makeMessage(n)), { table: 'agent', row: makeAgent(1, { entryCount: n }) }])
  const files = ['janus.db', 'janus.db-wal', 'janus.db.mark'].map((name): [string, Buffer] => [
    name,
    fs.readFileSync(join(folder, name)),
  ])
  store.close()
  for (const [name, bytes] of files) fs.writeFileSync(join(folder, name), bytes)
}

function harm(name: string, change: (bytes: Buffer) => Buffer | undefined): void {
  const path = join(folder, name)
  const bytes = fs.readFileSync(path)
  fs.writeFileSync(path, change(bytes) ?? bytes)
}

const close = (store: DiskStore): DiskStore => (store.close(), store)

describe('the log after an unclean end', () => {
  it('is read without an incident when it is intact', () => {
    killed(30)
    const store = openStore(folder)
    expect([store.incidents, store.kept, store.load().seq]).toEqual([[], [], 30])
    store.close()
  })

  const faults: [string, 'damaged' | 'cut' | 'missing', () => void][] = [
    [
      'a flipped bit',
      'damaged',
      () => harm('janus.db-wal', (bytes) => flipped(bytes, 32 + 20 * frame + 900)),
    ],
    [
      'a flipped bit in its last frame',
      'cut',
      () => harm('janus.db-wal', (bytes) => flipped(bytes, bytes.length - 9)),
    ],
    ['a cut', 'cut', () => harm('janus.db-wal', (bytes) => bytes.subarray(0, 32 + 20 * frame))],
    ['nothing in it', 'missing', () => harm('janus.db-wal', () => Buffer.alloc(0))],
    ['garbage in it', 'damaged', () => harm('janus.db-wal', (bytes) => bytes.fill('garbage'))],
    ['no file', 'missing', () => fs.rmSync(`${file}-wal`)],
  ]
  it.each(faults)('with %s is told, and kept as it was', (_, why, damage) => {
    killed(100)
    damage()
    const log = fs.existsSync(`${file}-wal`) ? fs.readFileSync(`${file}-wal`) : null
    const store = close(openStore(folder))
    expect(store.incidents[0]).toMatchObject({ kind: 'log', why })
    expect(store.kept[0]).toBe(`${file}.damaged-1`)
    if (log) expect(fs.readFileSync(`${file}.damaged-1-wal`).equals(log)).toBe(true)
    // Reported once.
    expect(close(openStore(folder)).incidents).toEqual([])
  })

  it('loses nothing by a frame whose page was written again later', () => {
    killed(100)
    harm('janus.db-wal', (bytes) => flipped(bytes, 32 + 30 * frame + 900))
    const store = openStore(folder)
    expect(store.incidents).toEqual([{ kind: 'log', why: 'damaged', unreadable: 1 }])
    expect(store.load().messages).toHaveLength(100)
    store.close()
  })
})

it('indexes alone are made again, and nothing is missing', () => {
  const store = openStore(folder)
  for (let n = 1; n <= 300; n++) store.commit([messageRow(makeMessage(n))])
  store.close()
  const db = new DatabaseSync(file)
  const place = db.prepare(
    `SELECT min(pageno) AS n FROM dbstat WHERE name = 'message_receiver' AND pagetype = 'leaf'`,
  )
  const page = Number(place.get()?.['n'])
  db.close()
  harm('janus.db', (bytes) => flipped(bytes, page * pageSize - 9))
  const healed = openStore(folder)
  expect(healed.incidents).toEqual([{ kind: 'indexes' }])
  expect(healed.load().messages).toHaveLength(300)
  healed.close()
})

it('a database whose beginning is zeroed is carried over whole', () => {
  const store = openStore(folder)
  for (let n = 1; n <= 100; n++) store.commit([messageRow(makeMessage(n))])
  store.close()
  harm('janus.db', (bytes) => bytes.fill(0, 0, pageSize))
  const healed = openStore(folder)
  expect(healed.incidents).toMatchObject([
    { kind: 'carried', rows: [{ what: 'messages', carried: 100, missing: 0 }] },
  ])
  expect(healed.load().seq).toBe(100)
  healed.close()
})

it('a database missing after a crash is reported', () => {
  killed(3)
  for (const end of ['', '-wal']) fs.rmSync(file + end)
  expect(close(openStore(folder)).incidents).toEqual([{ kind: 'gone' }])
})

describe('while it runs', () => {
  it('nothing is acknowledged once the folder is gone, and it goes on when it is back', () => {
    const store = openStore(folder)
    store.commit([messageRow(makeMessage(1))])
    fs.renameSync(folder, `${folder}-away`)
    expect(() => store.commit([messageRow(makeMessage(2))])).toThrow(StoreFullError)
    expect(() => store.keepDraft('first', { text: 'words', attachments: [] })).toThrow('is gone')
    expect(store.isThere).toBe(false)
    fs.mkdirSync(folder)
    expect(() => store.commit([messageRow(makeMessage(2))])).toThrow('is gone')
    fs.rmdirSync(folder)
    fs.renameSync(`${folder}-away`, folder)
    store.commit([messageRow(makeMessage(2))])
    expect(close(openedAgain(store)).incidents).toEqual([])
  })

  it('a log that was deleted is written again, and nothing of it is lost', () => {
    const store = openStore(folder)
    store.commit([messageRow(makeMessage(1))])
    fs.rmSync(`${file}-wal`)
    store.commit([messageRow(makeMessage(2))])
    expect(fs.existsSync(`${file}-wal`)).toBe(true)
    expect(store.load().messages).toHaveLength(2)
    store.close()
  })
})

it('what survives a power cut is read back from SQLite, and refused where it does not hold', () => {
  const db = new DatabaseSync(':memory:')
  makeTables(db)
  setUp(db)
  const wanted = { synchronous: 2, fullfsync: 1, foreign_keys: 1, trusted_schema: 0, cell_size_check: 1 }
  for (const [pragma, value] of Object.entries(wanted))
    expect([pragma, readPragma(db, pragma)]).toEqual([pragma, value])
  // Inside a transaction SQLite accepts this setting but does not apply it.
  db.exec('PRAGMA synchronous = OFF; BEGIN')
  expect(() => setUp(db)).toThrow(/synchronous|transaction/i)
  db.close()
})

it('a link or a circle with seats on other machines stays open, unless an agent of this one is gone', () => {
  const into = new DatabaseSync(':memory:')
  makeTables(into)
  const away = makeSeat(2, { agent: guestKey('barn'), kind: 'user' })
  const harvester = makeSeat(0, { agent: agentId(1) })
  const store = openStore(folder)
  store.commit([
    { table: 'agent', row: makeAgent(1) },
    { table: 'gathering', row: makeGathering(1, { seats: [makeSeat(1), away], harvester }), open: true },
    { table: 'gathering', row: makeGathering(2, { seats: [makeSeat(3), away], harvester }), open: true },
    { table: 'link', row: makeLink(1, { members: [agentId(1), `${agentId(2)}@barn`] }), open: true },
    { table: 'link', row: makeLink(2), open: true },
  ])
  store.close()
  const from = new DatabaseSync(file)
  salvage(from, into)
  const open = (table: string) => into.prepare(`SELECT open FROM ${table} ORDER BY n`).all()
  expect([open('gathering'), open('link')]).toEqual([
    [{ open: 1 }, { open: 0 }],
    [{ open: 1 }, { open: 0 }],
  ])
  from.close()
  into.close()
})

function flipped(bytes: Buffer, at: number): undefined {
  bytes[at] = (bytes[at] ?? 0) ^ 4
}

function openedAgain(store: DiskStore): DiskStore {
  store.close()
  return openStore(folder)
}
