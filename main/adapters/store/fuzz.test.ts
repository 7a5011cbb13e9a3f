import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { StoreFullError } from '../../ports/ports.ts'
import { everything } from '../../ports/search-query.ts'
import type { Store } from '../../ports/ports.ts'
import { makeQuickFolder } from '../../testkit/quick-folder.ts'
import {
  agentId,
  entryRow,
  makeAgent,
  makeCrossing,
  makeEntry,
  makeFrame,
  makeGathering,
  makeHeartbeat,
  makeLink,
  makeMessage,
  makeTurn,
  makeUtterance,
  messageRow,
} from '../../testkit/factories/factories.ts'
import { StoreSetAsideError, StoreRefusedError } from './faults.ts'
import { openStore } from './store.ts'

const folder = makeQuickFolder('fuzz')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const count = 60
const rounds = Number(process.env['JANUS_FUZZ_ROUNDS'] ?? 30)
const first = Number(process.env['JANUS_FUZZ_FROM'] ?? 0)
/**
 * Seeds that found bugs beyond the usual range: a search index declared twice, and one with more rows than
 * its table.
 */
const found = [340, 1580]
const seeds = [
  ...Array.from({ length: rounds - first }, (_, n) => first + n),
  ...(rounds === 30 ? found : []),
]
const file = join(folder, 'janus.db')
/** A closed database, and one with all rows still in the log, as after a kill. */
const samples: { db: Buffer; log: Buffer | null; mark: Buffer | null }[] = []

beforeAll(() => {
  const store = openStore(folder)
  for (let n = 1; n <= count; n++) {
    store.commit([
      { table: 'agent', row: makeAgent(n % 5) },
      messageRow(makeMessage(n, { idempotencyKey: `k${n}` }), n % 3 === 0),
      { table: 'frame', row: makeFrame(n), open: n % 2 === 0 },
      { table: 'turn', row: makeTurn(n), open: n % 2 === 0 },
      { table: 'link', row: makeLink(n, { crossings: 1 }), open: n % 3 === 0 },
      { table: 'crossing', row: makeCrossing(n, { link: makeLink(n).id }) },
      { table: 'heartbeat', row: makeHeartbeat(n), open: n % 3 === 0 },
      { table: 'gathering', row: makeGathering(n, { rows: 1 }), open: n % 3 === 0 },
      { table: 'utterance', row: makeUtterance(1, { gathering: makeGathering(n).id }) },
      entryRow(makeEntry(n, { text: `some words and number ${n} ${'x'.repeat(n * 20)}` })),
    ])
  }
  const mark = readFileSync(`${file}.mark`)
  samples.push({ db: readFileSync(file), log: readFileSync(`${file}-wal`), mark })
  store.close()
  samples.push({ db: readFileSync(file), log: null, mark: null })
})

/** Marsaglia's xorshift. */
function makeRandom(seed: number): (below: number) => number {
  let x = (seed * 2654435761) | 1
  return (below) => {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    return (x >>> 0) % below
  }
}

type Harm = (bytes: Buffer, random: (below: number) => number) => Buffer

const flip = (bytes: Buffer, at: number, bit: number): void => {
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
}

const harms: readonly Harm[] = [
  (bytes, random) => (flip(bytes, random(bytes.length), random(8)), bytes),
  (bytes, random) => (flip(bytes, random(Math.min(4096, bytes.length)), random(8)), bytes),
  (bytes, random) => (flip(bytes, random(Math.min(100, bytes.length)), random(8)), bytes),
  (bytes, random) => {
    for (let i = 0; i < 30; i++) flip(bytes, random(bytes.length), random(8))
    return bytes
  },
  (bytes, random) => bytes.subarray(0, random(bytes.length)),
  (bytes, random) => bytes.fill(0, random(bytes.length), bytes.length),
  (bytes) => bytes.fill(0, 0, 100),
  (bytes, random) => {
    const page = random(Math.floor(bytes.length / 4096)) * 4096
    return bytes.fill(random(256), page, page + 4096)
  },
  (bytes, random) => {
    const pages = Math.floor(bytes.length / 4096)
    bytes.copy(bytes, random(pages) * 4096, random(pages) * 4096, random(pages) * 4096)
    return bytes
  },
]

/**
 * Reads and writes everything. Damaged records may be refused, but nothing may be invented or silently
 * missing.
 */
function use(store: Store, complete: boolean): void {
  const { agents, messages, links, heartbeats, gatherings, seq } = store.load()
  if (complete) {
    const lengths = [agents, messages, links, heartbeats, gatherings].map(({ length }) => length)
    expect(lengths).toEqual([5, ...Array<number>(4).fill(count / 3)])
  }
  for (const link of links) expect(link).toEqual(makeLink(link.opened.at - 1000, { crossings: 1 }))
  for (const one of gatherings) expect(one).toEqual(makeGathering(one.convened.at - 1000, { rows: 1 }))
  for (const { note } of heartbeats) expect(note).toMatch(/^look \d+$/)
  for (const agent of agents) expect(agent.name).toMatch(/^Agent \d$/)
  for (const message of messages) expect(message.body).toBe(`message ${message.seq}`)
  for (const entry of store.entries(agentId(1), null, 1000)) {
    expect(entry.text).toMatch(/^(some words and number \d+ x+|This row of the transcript is damaged.*)$/)
  }
  if (complete) expect(store.entries(agentId(1), null, 1000)).toHaveLength(count)
  const names: string[] = []
  for (let n = 1; n <= count; n++) {
    try {
      const link = makeLink(n).id
      for (const crossing of store.crossings(link, null, 9))
        expect(crossing).toEqual({ ...makeCrossing(n, { link }), place: n })
      const gathering = makeGathering(n).id
      for (const row of store.utterances(gathering, null, 9))
        expect(row).toEqual(makeUtterance(1, { gathering }))
      const message = store.message(makeMessage(n).id)
      if (message ?? complete) expect(message).toEqual(makeMessage(n, { idempotencyKey: `k${n}` }))
    } catch (error) {
      names.push((error as Error).name)
    }
  }
  expect(names.filter((name) => name !== 'DamagedRowError')).toEqual([])
  store.search(everything('words'), 10, 0)
  try {
    store.commit([messageRow(makeMessage(seq + 1)), entryRow(makeEntry(9999))])
  } catch (error) {
    expect(error).toBeInstanceOf(StoreFullError)
  }
}

it('opens a harmed database, heals it in words, or sets it aside whole; nothing is missing without a word', () => {
  const outcomes = { used: 0, healed: 0, aside: 0, newer: 0 }
  for (const round of seeds) {
    rmSync(folder, { recursive: true })
    mkdirSync(folder, { mode: 0o700 })
    const random = makeRandom(round + 1)
    const { db, log, mark } = samples[round % 2] ?? { db: Buffer.alloc(0), log: null, mark: null }
    const harm = harms[random(harms.length)] ?? ((bytes: Buffer) => bytes)
    const harmLog = log !== null && random(2) === 0
    const harmed = harmLog ? db : harm(Buffer.from(db), random)
    writeFileSync(file, harmed)
    if (log) writeFileSync(`${file}-wal`, harmLog ? harm(Buffer.from(log), random) : log)
    // One log in five is deleted.
    if (harmLog && random(5) === 0) rmSync(`${file}-wal`)
    if (mark) writeFileSync(`${file}.mark`, mark)
    try {
      const store = openStore(folder, { busyMs: 0 })
      // Without a reported incident everything must be there.
      use(store, store.incidents.length === 0)
      store.close()
      outcomes.used++
      if (store.incidents.length > 0) outcomes.healed++
      for (const path of store.kept.slice(0, 1)) expect(readFileSync(path).equals(harmed)).toBe(true)
      const again = openStore(folder)
      expect(again.incidents).toEqual([])
      again.close()
    } catch (error) {
      if (error instanceof StoreRefusedError) {
        expect(error.because).toBe('newer')
        outcomes.newer++
        continue
      }
      if (!(error instanceof StoreSetAsideError)) throw new Error(`round ${round}`, { cause: error })
      outcomes.aside++
      expect(existsSync(file)).toBe(false)
      expect(readFileSync(error.movedTo[0] ?? '').equals(harmed)).toBe(true)
      expect(error.message).toContain(error.movedTo[0])
      // The next start works.
      const next = openStore(folder)
      expect(next.load().seq).toBe(0)
      next.close()
    }
  }
  expect(outcomes.used + outcomes.aside + outcomes.newer).toBe(seeds.length)
  if (rounds >= 2000) console.log(JSON.stringify(outcomes))
  expect(outcomes.healed).toBeGreaterThan(rounds / 5)
  expect(outcomes.aside).toBeLessThan(rounds / 3)
}, 1_800_000)
