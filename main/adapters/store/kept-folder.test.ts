import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { momentKinds } from '../../contract/moments.ts'
import { load, recover } from '../../core/recover.ts'
import { databaseName, openStore } from './store.ts'

/** A folder as a Janus of format 13 left it, in which two machines had talked. */
function kept() {
  const home = realpathSync.native(mkdtempSync(join(tmpdir(), 'janus-kept-')))
  const file = join(import.meta.dirname, 'fixtures', 'format-13', `${databaseName}.gz`)
  writeFileSync(join(home, databaseName), gunzipSync(readFileSync(file)), { mode: 0o600 })
  const store = openStore(home)
  onTestFinished(() => {
    store.close()
    rmSync(home, { recursive: true })
  })
  return store
}

test('a kept folder of format 13 opens whole: agents, mail, links, timers, groups, the gathering and the fleet', () => {
  const store = kept()
  const open = store.load()
  const state = load(open)
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
    ...['anchor', 'Look at the pier.'],
  ])
  expect(named('Builder').heartbeats.map(({ intent, schedule }) => [intent, schedule?.at])).toContainEqual([
    ...['schedule', '09:30'],
  ])
  expect([...state.links.values()].map(({ mode, closed }) => [mode, closed])).toEqual([
    ['answers', null],
    ['converse', null],
  ])
  expect([...state.houses.keys()]).toEqual(['barn'])

  const asked = store.received(named('Builder').agent.id, null, 10)
  expect(asked.map(({ body, state: stands }) => [body, stands])).toContainEqual([
    ...['say: The lamps are on.', 'answered'],
  ])
  const [gathering] = store.gatherings({ state: 'all', member: null }, 0, 10)
  expect(gathering).toMatchObject({ topic: 'Friday', structure: [1, 1, 1] })
  expect(
    store.utterances(gathering?.id ?? 'gat-none', null, 100).filter(({ kind }) => kind === 'said'),
  ).toHaveLength(9)
  expect(gathering?.harvest).not.toBe(null)
  const rows = agents.flatMap(({ agent }) => store.entries(agent.id, null, 500).map(({ n }) => n))
  expect(rows).toHaveLength(agents.reduce((sum, { agent }) => sum + agent.entryCount, 0))
  const all = {
    kinds: momentKinds,
    agents: [],
    link: null,
    gathering: null,
    text: '',
    since: null,
    until: null,
  }
  expect(store.momentCount(all, 1000)).toBeGreaterThan(30)
})

test('and goes on: its first step keeps what it writes', () => {
  const store = kept()
  const made = recover(load(store.load()), { now: Date.UTC(2026, 11, 1), seed: 'kept' })
  store.commit(made.rows)
  expect(load(store.load()).agents.size).toBe(4)
})
