import * as fs from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../ports.ts'
import { makeQuickFolder } from '../../testing/quick-folder.ts'
import {
  makeAgent,
  makeCrossing,
  makeFrame,
  makeGathering,
  makeLink,
  makeMessage,
  makeTurn,
  makeUtterance,
  messageRow,
} from '../../testing/rows.ts'
import { StoreRefusedError } from './errors.ts'
import { migrations } from './schema.ts'
import { openStore } from './store.ts'
import {
  beforeGatherings,
  frameBeforeLinks,
  makeOlder,
  olderAgent,
  olderFrame,
  olderMessage,
  olderTurn,
  turnBeforeLinks,
} from './testing/older-file.ts'

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

describe('what the version before gatherings wrote', () => {
  it('messages bring no words of a gathering, turns and frames answer none, and there are none', () => {
    makeOlder(file, 4, beforeGatherings(1))
    const store = open()
    const { messages, turns, frames, gatherings } = store.load()
    const turn = makeTurn(1, { occasion: 'wait', heartbeat: 'hb-x', origin: 'system' })
    expect([messages, turns, gatherings]).toEqual([[makeMessage(1)], [turn], []])
    const { origin, occasion, heartbeat, piece, begun, senders, from, causes, depth } = turn
    const chain = { origin, occasion, heartbeat, piece, begun, senders, from, causes, depth }
    expect(frames).toEqual([makeFrame(1, { kind: 'nudge', chain })])
    expect(store.gatherings({ state: 'all', member: null }, 0, 9)).toEqual([])
    store.commit([
      { table: 'gathering', row: makeGathering(1), open: true },
      { table: 'utterance', row: makeUtterance(1) },
    ])
    expect(store.load().gatherings).toEqual([makeGathering(1)])
    expect(store.utterances(makeGathering(1).id, null, 9)).toEqual([makeUtterance(1)])
    store.close()
  })
})

describe('what the version before links wrote', () => {
  const occasions = { human: 'words', peer: 'words', system: 'own' } as const
  const origins = ['human', 'peer', 'system'] as const

  it('agents have said nothing final, messages crossed no link, and there are no links and timers', () => {
    const { crossed, ...record } = makeMessage(1)
    expect(crossed).toBeNull()
    const { id, to, thread } = record
    const place = { seq: 1, id, sender: 'human', receiver: to, open: 1, thread, ticket: 0 }
    makeOlder(file, 3, [olderAgent(1), ['message', place, record]])
    const store = open()
    const { agents, messages, links, heartbeats } = store.load()
    expect([agents, messages, links, heartbeats]).toEqual([[makeAgent(1)], [makeMessage(1)], [], []])
    expect(store.links({ state: 'all', member: null }, 0, 9)).toEqual([])
    store.commit([
      { table: 'link', row: makeLink(1), open: true },
      { table: 'crossing', row: makeCrossing(1) },
    ])
    expect(store.crossings(makeLink(1).id, null, 9)).toEqual([{ ...makeCrossing(1), place: 1 }])
    store.close()
  })

  it('turns and what was broken off were begun by words, or by the CLI itself', () => {
    makeOlder(file, 3, [
      ...origins.map((origin, n) => turnBeforeLinks(n + 1, origin)),
      ...origins.map((origin, n) => frameBeforeLinks(n + 1, origin)),
      frameBeforeLinks(9, null),
    ])
    const store = open()
    const { frames, turns } = store.load()
    expect(turns).toEqual(
      origins.map((origin, n) => makeTurn(n + 1, { origin, occasion: occasions[origin] })),
    )
    expect(frames.map(({ chain, beat }) => [chain?.origin, chain?.occasion, chain?.heartbeat, beat])).toEqual(
      [
        ...origins.map((origin) => [origin, occasions[origin], null, null]),
        [undefined, undefined, undefined, null],
      ],
    )
    expect(frames.at(-1)).toEqual(makeFrame(9))
    store.close()
  })
})

describe('what earlier versions wrote', () => {
  const loop = 'held by the loop guard: 17 messages in a row between agents, without a word of yours'
  const interrupted = 'you interrupted before it was read'
  const message = (n: number, changes: object = {}) => makeMessage(n, { idempotencyKey: `k${n}`, ...changes })
  const told = (words: string) => ({ kind: 'told', words }) as const
  const held = (n: number, hold: string, words: string) =>
    message(n, { state: 'held', hold, reason: told(words) })

  it('the first: agents, and no drafts yet', () => {
    makeOlder(file, 1, [olderAgent(1)])
    const store = open()
    expect(store.load().agents).toEqual([makeAgent(1)])
    expect(store.drafts()).toEqual({})
    store.close()
  })

  it.each([1, 2])(
    'version %i: messages begin a conversation of their own, and ask for nothing',
    (version) => {
      makeOlder(file, version, [
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
    makeOlder(file, 2, [
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

  it('reasons were words: they are shown as they are, none for empty ones, and facts are kept', () => {
    const written = ['', 'promoted by you; nudged by you', null, { kind: 'deaths', count: 3 }]
    const rows = written.map((reason, n) => message(n + 1, { reason }))
    const store = open()
    store.commit(rows.map((row) => messageRow(row)))
    store.close()
    const again = open()
    const read = [null, told('promoted by you; nudged by you'), null, { kind: 'deaths', count: 3 }]
    expect(again.load().messages.map(({ reason }) => reason)).toEqual(read)
    expect(rows.map(({ id }) => again.message(id)?.reason)).toEqual(read)
    again.close()
  })

  it('goes on in it: replies join the conversation of an older message, which stays as it was', () => {
    makeOlder(file, 2, [olderMessage(1, { state: 'answered' })])
    const store = open()
    const older = message(1, { state: 'answered' })
    const reply = makeMessage(2, { thread: older.id, replyTo: older.id, expectsReply: true })
    store.commit([messageRow(reply), messageRow({ ...older, reason: { kind: 'awaited' } }, false)])
    store.close()
    const again = open()
    expect(again.thread(older.id, 0, 10)).toEqual([{ ...older, reason: { kind: 'awaited' } }, reply])
    expect(again.tickets('human', null, 10)).toEqual([reply])
    again.close()
  })
})

describe('a new version of the format', () => {
  const next = [
    ...migrations,
    'ALTER TABLE agent ADD COLUMN colour TEXT; CREATE TABLE later (id TEXT PRIMARY KEY) STRICT',
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
