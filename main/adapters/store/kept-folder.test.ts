import { wholeTimeline } from '../../testkit/factories/timeline-entries.ts'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { timelineKinds } from '../../contract/history/timeline-entries.ts'
import { initialState, recover } from '../../core/recover.ts'
import { keptFolder } from './testing/kept-folder.ts'
import { changeRecords } from './migrate.ts'
import { currentFormat, formatVersion, type Format } from './schema.ts'
import { databaseName, openStore, type DiskStore } from './store.ts'

function opened(home: string, format: Format = currentFormat): DiskStore {
  const store = openStore(home, { format })
  onTestFinished(() => store.close())
  return store
}

test('a kept folder of format 13 opens whole: agents, mail, links, timers, groups, the gathering and the fleet', () => {
  const store = opened(keptFolder(onTestFinished))
  const open = store.load()
  const state = initialState(open)
  const agents = [...state.agents.values()]
  const named = (name: string) => {
    const found = agents.find(({ agent }) => agent.name === name)
    if (found === undefined) throw new Error(`no ${name}`)
    return found
  }
  expect(agents.map(({ agent }) => [agent.name, agent.closedAt === null])).toEqual([
    ['Scout', true],
    ['Builder', true],
    ['Critic', true],
    ['Scribe', false],
  ])
  expect(named('Scout').agent.groups.map(({ name }) => name)).toEqual(['Crew'])
  expect(named('Scout').heartbeats.map(({ intent, note }) => [intent, note])).toContainEqual([
    'anchor',
    'Look at the pier.',
  ])
  expect(named('Builder').heartbeats.map(({ intent, schedule }) => [intent, schedule?.at])).toContainEqual([
    'schedule',
    '09:30',
  ])
  expect([...state.links.values()].map(({ mode, closed }) => [mode, closed])).toEqual([
    ['answers', null],
    ['converse', null],
  ])
  expect([...state.machines.keys()]).toEqual(['barn'])

  const asked = store.received(named('Builder').agent.id, null, 10)
  expect(asked.map(({ body, state: stands }) => [body, stands])).toContainEqual([
    'say: The lamps are on.',
    'answered',
  ])
  const [gathering] = store.gatherings({ state: 'all', member: null }, 0, 10)
  expect(gathering).toMatchObject({ topic: 'Friday', structure: [1, 1, 1] })
  expect(
    store.utterances(gathering?.id ?? 'gat-none', null, 100).filter(({ kind }) => kind === 'said'),
  ).toHaveLength(9)
  expect(gathering?.harvest).not.toBe(null)
  const rows = agents.flatMap(({ agent }) => store.entries(agent.id, null, 500).map(({ n }) => n))
  expect(rows).toHaveLength(agents.reduce((sum, { agent }) => sum + agent.entryCount, 0))
  const all = { ...wholeTimeline, kinds: timelineKinds }
  expect(store.timelineCount(all, 1000)).toBeGreaterThan(30)
})

test('and it can be continued: its first step is saved', () => {
  const store = opened(keptFolder(onTestFinished))
  const made = recover(initialState(store.load()), { now: Date.UTC(2026, 11, 1), seed: 'kept' })
  store.commit(made.rows)
  expect(initialState(store.load()).agents.size).toBe(4)
})

const table = 'CREATE TABLE pinned (id TEXT PRIMARY KEY) STRICT'
/** A future format: a new table, and a change in each agent's record. */
const later: Format = {
  version: 140,
  tables: `${currentFormat.tables};\n${table}`,
  migrations: [
    ...currentFormat.migrations,
    { to: 130, up: (db) => db.exec(table) },
    {
      to: 140,
      up: (db) => changeRecords(db, 'agent', (agent) => ({ ...agent, role: `was ${String(agent['role'])}` })),
    },
  ],
}

describe('a later format', () => {
  test('migrates an earlier one once and keeps a copy of the original', () => {
    const home = keptFolder(onTestFinished)
    const first = openStore(home, { format: later })
    const roles = first.load().agents.map(({ role }) => role)
    const rows = first.load().agents.flatMap(({ id }) => first.entries(id, null, 500))
    first.close()
    expect(new Set(roles)).toEqual(new Set(['was ']))
    expect(rows.filter(({ note }) => note?.kind === 'damaged')).toEqual([])
    const again = openStore(home, { format: later })
    expect(again.load().agents.map(({ role }) => role)).toEqual(roles)
    again.close()
    expect(() => openStore(home)).toThrow(
      `was written by a newer Janus (version 140 of its format, this one knows ${formatVersion})`,
    )

    const back = keptFolder(onTestFinished)
    renameSync(join(home, `${databaseName}.format-13`), join(back, databaseName))
    expect(
      new Set(
        opened(back)
          .load()
          .agents.map(({ role }) => role),
      ),
    ).toEqual(new Set(['']))
  })

  test('that fails to migrate leaves everything unchanged and is explained', () => {
    const home = keptFolder(onTestFinished)
    const fails = () => {
      throw new Error('a step went wrong')
    }
    const broken = { ...later, migrations: [...later.migrations.slice(0, -1), { to: 140, up: fails }] }
    expect(() => openStore(home, { format: broken })).toThrow(
      /\(format 13\) could not be brought to format 140: a step went wrong\. It is as it was\./,
    )
    expect(() => openStore(home, { format: { ...later, migrations: [] } })).toThrow(
      'no step leads to format 140',
    )
    expect(opened(home).load().agents).toHaveLength(4)
  })

  test('refuses a damaged earlier one, which the Janus that wrote it must repair', () => {
    const home = keptFolder(onTestFinished)
    const file = join(home, databaseName)
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.fill(0x5a, bytes.length / 2, bytes.length / 2 + 8192))
    expect(() => openStore(home, { format: later })).toThrow(
      /is of an earlier Janus \(format 13\), and damaged/,
    )
    expect(readFileSync(file).equals(bytes)).toBe(true)
  })
})
