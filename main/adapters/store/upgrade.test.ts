import * as fs from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../ports.ts'
import { makeQuickFolder } from '../../testing/quick-folder.ts'
import { agentId, makeAgent, makeFrame, makeMessage, makeTurn, messageRow } from '../../testing/rows.ts'
import { StoreRefusedError } from './errors.ts'
import { migrate, migrations } from './schema.ts'
import { openStore } from './store.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = makeQuickFolder('upgrade')
  file = join(folder, 'janus.db')
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

const open = (): Store => openStore(folder, { busyMs: 0 })

/** What opening throws; fails when it does not. */
function refusalOf(act: () => unknown): Error {
  try {
    act()
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('it was not refused')
}

/** Leaves a database with one message behind, closed. */
function leaveOne(): void {
  const store = open()
  store.commit([messageRow(makeMessage(1))])
  store.close()
}

type Columns = Record<string, string | number | null>

/** Makes a file as the version of that number did; `rows`: a table, its columns, and the record as it was written. */
function makeOlder(version: number, rows: readonly (readonly [string, Columns, object])[]): void {
  const db = new DatabaseSync(file)
  migrate(db, migrations.slice(0, version), 0)
  for (const [table, columns, record] of rows) {
    const row = JSON.stringify(record)
    const all: Columns = { ...columns, row, crc: crc32(row) }
    const places = Object.keys(all).map(() => '?')
    const into = `INSERT INTO ${table} (${Object.keys(all).join()}) VALUES (${places.join()})`
    db.prepare(into).run(...Object.values(all))
  }
  db.close()
  fs.chmodSync(file, 0o600)
}

/** A message as versions 1 and 2 wrote it. */
const olderMessage = (n: number, changes: object = {}): readonly [string, Columns, object] => {
  const id = makeMessage(n).id
  const record = {
    ...{ id, seq: n, from: { kind: 'human', via: 'window' }, fromName: 'Person', to: agentId(1) },
    ...{ body: `message ${n}`, priority: 'normal', replyTo: null, causes: [], depth: 0, metadata: {} },
    ...{ idempotencyKey: `k${n}`, acceptedAt: 1000 + n, state: 'queued', stateAt: 1000 + n, reason: '' },
    ...{ inInput: false, turn: null, deaths: 0 },
    ...changes,
  }
  const open = ['queued', 'held', 'written'].includes(record.state) ? 1 : 0
  const place = { seq: n, id, sender: 'human', receiver: agentId(1), idempotency_key: `k${n}` }
  return ['message', { ...place, open }, record]
}

/** A frame as versions 1 and 2 wrote it. */
const olderFrame = (n: number, phase: string): readonly [string, Columns, object] => {
  const { id, agent } = makeFrame(n)
  const messages = [makeMessage(3).id]
  return ['frame', { id, agent, open: 1 }, { id, agent, kind: 'mail', messages, phase, writtenAt: 1000 + n }]
}

/** A turn as versions 1 and 2 wrote it. */
const olderTurn = (n: number, open: number): readonly [string, Columns, object] => {
  const { begun, senders, from, ...record } = makeTurn(n, { causes: [makeMessage(3).id] })
  expect([begun, senders, from]).toEqual([[], [], []])
  return ['turn', { id: record.id, agent: record.agent, n, open }, record]
}

describe('what earlier versions wrote', () => {
  const loop = 'held by the loop guard: 17 messages in a row between agents, without a word of yours'
  const interrupted = 'you interrupted before it was read'
  const message = (n: number, changes: object = {}) => makeMessage(n, { idempotencyKey: `k${n}`, ...changes })
  const held = (n: number, hold: string, reason: string) => message(n, { state: 'held', hold, reason })

  it('the first: agents, and no drafts yet', () => {
    makeOlder(1, [['agent', { id: agentId(1) }, makeAgent(1)]])
    const store = open()
    expect(store.load().agents).toEqual([makeAgent(1)])
    expect(store.drafts()).toEqual({})
    store.close()
  })

  it.each([1, 2])(
    'version %i: messages begin a conversation of their own, and ask for nothing',
    (version) => {
      makeOlder(version, [
        olderMessage(1, { state: 'answered', turn: makeTurn(5).id }),
        olderMessage(2),
        olderMessage(3, { state: 'written' }),
        olderMessage(4, { state: 'held', reason: loop }),
        olderMessage(5, { state: 'held', reason: interrupted }),
        olderTurn(5, 0),
      ])
      const store = open()
      const answered = message(1, { state: 'answered', turn: makeTurn(5).id })
      const open3 = message(3, { state: 'written' })
      expect(store.load().messages).toEqual([
        message(2),
        open3,
        held(4, 'loop', loop),
        held(5, 'interrupted', interrupted),
      ])
      expect(store.message(answered.id)).toEqual(answered)
      expect(store.messageByKey(answered.from, 'k4')).toEqual(held(4, 'loop', loop))
      expect(store.thread(answered.id, 0, 10)).toEqual([answered])
      expect(store.tickets('human', null, 10)).toEqual([])
      expect(store.turnNumber(makeTurn(5).id)).toBe(5)
      store.close()
    },
  )

  it('frames began turns, only a death broke one off, and turns do not know whose words they were', () => {
    makeOlder(2, [
      olderFrame(1, 'written'),
      olderFrame(2, 'unfinished'),
      olderFrame(3, 'locating'),
      olderTurn(4, 1),
    ])
    const store = open()
    const frame = (n: number, changes: object) => makeFrame(n, { messages: [makeMessage(3).id], ...changes })
    expect(store.load().frames).toEqual([
      frame(1, {}),
      frame(2, { phase: 'unfinished', broke: { why: 'died' } }),
      frame(3, { phase: 'locating' }),
    ])
    expect(store.load().turns).toEqual([
      makeTurn(4, { causes: [makeMessage(3).id], begun: [makeMessage(3).id] }),
    ])
    store.close()
  })

  it('goes on in it: replies join the conversation of an older message, which stays as it was', () => {
    makeOlder(2, [olderMessage(1, { state: 'answered' })])
    const store = open()
    const older = message(1, { state: 'answered' })
    const reply = makeMessage(2, { thread: older.id, replyTo: older.id, expectsReply: true })
    store.commit([messageRow(reply), messageRow({ ...older, reason: 'new' }, false)])
    store.close()
    const again = open()
    expect(again.thread(older.id, 0, 10)).toEqual([{ ...older, reason: 'new' }, reply])
    expect(again.tickets('human', null, 10)).toEqual([reply])
    again.close()
  })
})

describe('a new version of the format', () => {
  const next = [
    ...migrations,
    'ALTER TABLE agent ADD COLUMN colour TEXT; CREATE TABLE link (id TEXT PRIMARY KEY) STRICT',
  ]

  let copy: string
  beforeEach(() => {
    copy = `${file}.v${migrations.length}-1`
  })

  it('is reached in one step, over a copy of what was', () => {
    leaveOne()
    const store = openStore(folder, { migrations: next })
    expect(store.load().messages).toEqual([makeMessage(1)])
    store.close()
    expect(fs.statSync(copy).mode & 0o777).toBe(0o600)
    fs.renameSync(copy, file)
    const old = open()
    expect(old.load().messages).toEqual([makeMessage(1)])
    old.close()
  })

  it('is the same as a file that began with it', () => {
    leaveOne()
    openStore(folder, { migrations: next }).close()
    openStore(folder, { migrations: next }).close()
    expect(refusalOf(open)).toMatchObject({ because: 'newer' })
  })

  it('is not reached by half: a step that fails leaves all as it was', () => {
    leaveOne()
    const broken = [...next, 'CREATE TABLE half (id TEXT) STRICT; INSERT INTO nowhere VALUES (1)']
    const error = refusalOf(() => openStore(folder, { migrations: broken }))
    expect(error).toBeInstanceOf(StoreRefusedError)
    expect(error.message).toContain(copy)
    const old = open()
    expect(old.load().messages).toEqual([makeMessage(1)])
    old.close()
  })
})
