import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StoreFullError } from '../../ports/ports.ts'
import { everything } from '../../ports/search-query.ts'
import type { Row } from '../../ports/ports.ts'
import {
  agentId,
  entryRow,
  makeCrossing,
  makeEntry,
  makeGathering,
  makeHeartbeat,
  makeLink,
  makeMessage,
  makeUtterance,
  messageRow,
} from '../../testkit/factories/factories.ts'
import { canMount, fillDisk, mountDisk, unmountDisk } from '../folder/testing/small-disk.ts'
import { testFolder } from '../../testkit/test-folder.ts'
import { openStore } from './store.ts'

describe.runIf(canMount)('a full disk (skipped: needs root on Linux, to mount a small one)', () => {
  let folder: string
  const ballast = (): string => join(folder, 'ballast')
  const body = 'words '.repeat(2000)
  const rowsOf = (n: number): Row[] => [
    messageRow(makeMessage(n, { body })),
    entryRow(makeEntry(n, { text: body })),
    { table: 'link', row: makeLink(1, { crossings: n }), open: true },
    { table: 'crossing', row: makeCrossing(n, { text: body }) },
    { table: 'heartbeat', row: makeHeartbeat(n), open: true },
    { table: 'gathering', row: makeGathering(1, { rows: n }), open: true },
    { table: 'utterance', row: makeUtterance(n, { text: body }) },
  ]
  /** Commits from `from` on until one is refused; returns its number. */
  const commitUntilRefused = (store: ReturnType<typeof openStore>, from: number): number => {
    for (let n = from; ; n++) {
      try {
        store.commit(rowsOf(n))
      } catch (error) {
        expect(error).toBeInstanceOf(StoreFullError)
        expect(String(error)).toContain('no room left')
        return n
      }
    }
  }
  beforeEach(() => {
    folder = testFolder('full')
    mountDisk(folder, 'size=2m,mode=0700')
  })
  afterEach(() => unmountDisk(folder))

  it('refuses, keeps what was acknowledged, still reads, and goes on once there is room', () => {
    const store = openStore(folder)
    writeFileSync(ballast(), Buffer.alloc(1024 * 1024))
    const refused = commitUntilRefused(store, 1)
    for (let again = 0; again < 20; again++) {
      expect(() => store.commit(rowsOf(refused))).toThrow(StoreFullError)
    }
    expect(store.load().seq).toBe(refused - 1)
    expect(store.link(makeLink(1).id)?.crossings).toBe(refused - 1)
    expect(store.crossings(makeLink(1).id, null, 1000)).toHaveLength(refused - 1)
    expect(store.load().heartbeats).toHaveLength(refused - 1)
    expect(store.load().gatherings.map(({ rows }) => rows)).toEqual([refused - 1])
    expect(store.utterances(makeGathering(1).id, null, 1000)).toHaveLength(refused - 1)
    expect(store.message(makeMessage(refused - 1).id)?.body).toBe(body)
    expect(store.search(everything('words'), 1000, 0)).toHaveLength(refused - 1)
    rmSync(ballast())
    store.commit([messageRow(makeMessage(refused, { body }))])
    expect(store.load().messages).toHaveLength(refused)
    store.close()
    const again = openStore(folder)
    expect(again.load().messages).toHaveLength(refused)
    expect(again.entries(agentId(1), null, 1000)).toHaveLength(refused - 1)
    again.close()
  })

  it('opens and reads while the disk is full, through closing too', () => {
    const first = openStore(folder)
    first.commit([messageRow(makeMessage(1))])
    writeFileSync(ballast(), Buffer.alloc(1024 * 1024))
    const refused = commitUntilRefused(first, 2)
    fillDisk(folder)
    first.close()
    fillDisk(folder)
    const second = openStore(folder)
    expect(second.load().seq).toBe(refused - 1)
    expect(() => second.commit([messageRow(makeMessage(refused, { body: 'y'.repeat(300_000) }))])).toThrow(
      StoreFullError,
    )
    rmSync(ballast())
    second.commit([messageRow(makeMessage(refused))])
    expect(second.load().seq).toBe(refused)
    second.close()
  })

  it('says so when there is no room for a new one, and begins once there is', () => {
    fillDisk(folder)
    expect(() => openStore(folder)).toThrow(/no room left .* start Janus again/)
    rmSync(ballast())
    const store = openStore(folder)
    store.commit([messageRow(makeMessage(1))])
    store.close()
  })
})
