import { chmodSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { expect } from 'vitest'
import type { Turn } from '../../../ports.ts'
import { agentId, makeAgent, makeFrame, makeMessage, makeTurn } from '../../../testing/rows.ts'
import { migrate, migrations } from '../schema.ts'

type Columns = Record<string, string | number | null>

/** A table, its columns, and the record as it was written. */
export type OlderRow = readonly [table: string, columns: Columns, record: object]

/** Makes a file as the version of that number did. */
export function makeOlder(file: string, version: number, rows: readonly OlderRow[]): void {
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
  chmodSync(file, 0o600)
}

/** A message as versions 1 and 2 wrote it. */
export const olderMessage = (n: number, changes: object = {}): OlderRow => {
  const id = makeMessage(n).id
  const record = {
    id,
    seq: n,
    from: { kind: 'human', via: 'window' },
    fromName: 'Person',
    to: agentId(1),
    body: `message ${n}`,
    priority: 'normal',
    replyTo: null,
    causes: [],
    depth: 0,
    metadata: {},
    idempotencyKey: `k${n}`,
    acceptedAt: 1000 + n,
    state: 'queued',
    stateAt: 1000 + n,
    reason: '',
    inInput: false,
    turn: null,
    deaths: 0,
    ...changes,
  }
  const open = ['queued', 'held', 'written'].includes(record.state) ? 1 : 0
  const place = { seq: n, id, sender: 'human', receiver: agentId(1), idempotency_key: `k${n}` }
  return ['message', { ...place, open }, record]
}

/** A frame as versions 1 and 2 wrote it. */
export const olderFrame = (n: number, phase: string): OlderRow => {
  const { id, agent } = makeFrame(n)
  const messages = [makeMessage(3).id]
  return ['frame', { id, agent, open: 1 }, { id, agent, kind: 'mail', messages, phase, writtenAt: 1000 + n }]
}

/** A turn as versions 1 and 2 wrote it. */
export const olderTurn = (n: number, open: number): OlderRow => {
  const turn = makeTurn(n, { causes: [makeMessage(3).id] })
  const { begun, senders, from, occasion, heartbeat, piece, tools, saidAt, ...record } = turn
  const later = [begun, senders, from, occasion, heartbeat, piece, tools, saidAt]
  expect(later).toEqual([[], [], [], 'words', null, null, 0, null])
  return ['turn', { id: record.id, agent: record.agent, n, open }, record]
}

/** An agent as versions 1 to 3 wrote it. */
export const olderAgent = (n: number): OlderRow => {
  const { task, lastFinal, anchorsInRow, beatsInRow, ...record } = makeAgent(n)
  expect([task, lastFinal, anchorsInRow, beatsInRow]).toEqual(['', null, 0, 0])
  return ['agent', { id: record.id }, record]
}

/** A turn as version 3 wrote it. */
export const turnBeforeLinks = (n: number, origin: Turn['origin']): OlderRow => {
  const { occasion, heartbeat, piece, tools, saidAt, ...record } = makeTurn(n, { origin })
  expect([occasion, heartbeat, piece, tools, saidAt]).toEqual(['words', null, null, 0, null])
  return ['turn', { id: record.id, agent: record.agent, n, open: 1 }, record]
}

/** A frame as version 3 wrote it: mail, or what goes on with a turn of this origin. */
export const frameBeforeLinks = (n: number, origin: Turn['origin'] | null): OlderRow => {
  const { beat, piece, ...record } = makeFrame(n, { kind: origin ? 'resume' : 'mail' })
  expect([beat, piece]).toEqual([null, null])
  const rest = { begun: [], senders: [], from: [], causes: [], depth: 0 }
  const chain = origin && { origin, ...rest }
  return ['frame', { id: record.id, agent: record.agent, open: 1 }, { ...record, chain }]
}

/** What the version before gatherings, the fourth, wrote: a message, a turn, and a frame with what it goes back to. */
export const beforeGatherings = (n: number): readonly OlderRow[] => {
  const { spoken, ...message } = makeMessage(n)
  const { piece, tools, saidAt, ...turn } = makeTurn(n, {
    occasion: 'wait',
    heartbeat: 'hb-x',
    origin: 'system',
  })
  const { piece: prompt, ...frame } = makeFrame(n, { kind: 'nudge' })
  expect([spoken, piece, tools, saidAt, prompt]).toEqual([null, null, 0, null, null])
  const { origin, occasion, heartbeat, begun, senders, from, causes, depth } = turn
  const chain = { origin, occasion, heartbeat, begun, senders, from, causes, depth }
  const { id, to, thread } = message
  const place = { seq: n, id, sender: 'human', receiver: to, open: 1, thread, ticket: 0 }
  return [
    ['message', place, message],
    ['turn', { id: turn.id, agent: turn.agent, n, open: 1 }, turn],
    ['frame', { id: frame.id, agent: frame.agent, open: 1 }, { ...frame, chain }],
  ]
}
