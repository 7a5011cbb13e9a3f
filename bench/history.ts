import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseName, openStore } from '../main/adapters/store/store.ts'
import type { AgentId, MessageId } from '../main/contract/api/model.ts'
import type { Row } from '../main/core/step/effects.ts'
import type { State } from '../main/core/step/state.ts'
import { linkedAgents } from './core.ts'
import { Talk } from './talk.ts'

const CHUNK = 2_000
/** Every fifth question is kept as a known one. */
const NOTED = 5

export interface Known {
  readonly id: MessageId
  readonly from: AgentId
  readonly to: AgentId
  readonly key: string
}

/** A history: its final state, the store with all of it, and some of its messages. */
export interface History {
  readonly messages: number
  readonly state: State
  readonly count: number
  /** State folder; empty when nothing was stored. */
  readonly folder: string
  readonly known: readonly Known[]
}

/**
 * Lets a hundred linked agents talk and gather, and keeps the history each time they reach one of `sizes` (in
 * messages, ascending). For more than `stored` messages only the state is kept.
 */
export async function makeHistories(sizes: readonly number[], stored: number): Promise<History[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-history-'))
  const talk = new Talk(linkedAgents(100, 100), 0, 1, 'gatherings')
  const rows = new Map<string, Row>()
  const known: Known[] = []
  talk.core.save = (made) => {
    for (const row of made) rows.set(nameOf(row), row)
    known.push(...made.flatMap(knownIn))
  }
  const made: History[] = []
  for (const messages of sizes) {
    const store = messages <= stored ? openStore(folder) : null
    if (store === null) talk.core.save = null
    while (talk.core.state.seq < messages) {
      const until = Math.min(messages, talk.core.state.seq + CHUNK)
      while (talk.core.state.seq < until) talk.exchange()
      store?.commit([...rows.values()])
      rows.clear()
    }
    store?.close()
    const copy = store === null ? '' : await mkdtemp(join(tmpdir(), `bench-history-${messages}-`))
    if (store !== null) await copyFile(join(folder, databaseName), join(copy, databaseName))
    const { state } = talk.core
    made.push({ messages, state, count: talk.count, folder: copy, known: [...known] })
  }
  await rm(folder, { recursive: true, force: true })
  return made
}

/** The key of a row: only its last version is written. */
function nameOf(row: Row): string {
  if (row.table === 'day') return `day ${row.row.date}`
  if (row.table === 'entry') return `entry ${row.row.agent} ${row.row.n}`
  return 'row' in row ? `${row.table} ${row.row.id}` : row.table
}

function knownIn(row: Row): Known[] {
  if (row.table !== 'message' || row.open || row.row.seq % NOTED > 0) return []
  const { id, from, to, idempotencyKey: key, expectsReply } = row.row
  return expectsReply && from.kind === 'agent' && key !== null ? [{ id, from: from.id, to, key }] : []
}
