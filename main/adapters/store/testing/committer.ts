/**
 * Commits until killed, or the given number of times: `committer.ts FOLDER [COMMITS]`. Each commit has a
 * row in most tables. Every third waits for the disk and prints its number once acknowledged; the others
 * print it with "written".
 */
import { writeSync } from 'node:fs'
import {
  entryRow,
  makeAgent,
  makeCrossing,
  makeEntry,
  makeGathering,
  makeHeartbeat,
  makeLink,
  makeMessage,
  makeUtterance,
  messageRow,
} from '../../../testkit/factories/factories.ts'
import { makeTimelineEntry, timelineEntryRow } from '../../../testkit/factories/timeline-entries.ts'
import type { Row } from '../../../ports/ports.ts'
import { openStore } from '../store.ts'

const store = openStore(process.argv[2] ?? '')
const last = Number(process.argv[3] ?? Infinity)
for (let n = store.load().seq + 1; n <= last; n++) {
  const rows: readonly Row[] = [
    messageRow(makeMessage(n, { idempotencyKey: `k${n}` }), n % 2 === 0),
    entryRow(makeEntry(n, { text: `row${n} ${'x'.repeat(n % 3000)}` })),
    { table: 'link', row: makeLink(1, { crossings: n }), open: true },
    { table: 'crossing', row: makeCrossing(n) },
    { table: 'heartbeat', row: makeHeartbeat(n), open: n % 2 === 0 },
    { table: 'gathering', row: makeGathering(1, { rows: n }), open: true },
    { table: 'utterance', row: makeUtterance(n) },
    { table: 'agent', row: makeAgent(1, { entryCount: n }) },
    timelineEntryRow(makeTimelineEntry(n, { text: `entry${n}` })),
  ]
  const isWaitedFor = n % 3 === 0
  store.commit(rows, isWaitedFor ? 'synced' : 'written')
  writeSync(1, isWaitedFor ? `${n}\n` : `${n} written\n`)
}
