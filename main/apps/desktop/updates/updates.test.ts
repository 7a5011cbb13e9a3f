import { beforeEach, describe, expect, test } from 'vitest'
import { type UpdateState, updateWords } from '../../../contract/app/updates.ts'
import { FakeUpdater } from '../testing/fake-updater.ts'
import { UpdateError } from './updater.ts'
import { Updates } from './updates.ts'

const [hour, day] = [3_600_000, 86_400_000]

let updater: FakeUpdater
let updates: Updates
let working = 0
let installs = 0
let now = 0
let timer: { readonly at: number; readonly run: () => void } | null = null
let shown: UpdateState[] = []

beforeEach(() => {
  updater = new FakeUpdater()
  working = installs = now = 0
  timer = null
  shown = []
  updates = new Updates({
    updater,
    now: () => now,
    after: (ms, run) => {
      const own = { at: now + ms, run }
      timer = own
      return () => {
        if (timer === own) timer = null
      }
    },
    working: () => working,
    changed: (state) => shown.push(state),
    install: () => (installs += 1),
    log: () => undefined,
  })
})

async function ready(): Promise<void> {
  updates.enable(true)
  await updater.succeed('2.0.0')
  await updater.succeed()
}

describe('a check', () => {
  test('is made at the start and once a day, each time after the one before', async () => {
    updates.enable(true)
    expect([updater.asked, updates.state]).toEqual([['check'], { kind: 'checking' }])
    await updater.succeed(null)
    expect([updates.state, timer?.at]).toEqual([{ kind: 'idle' }, day])
    now = day
    timer?.run()
    expect(updater.asked).toEqual(['check', 'check'])
  })

  test('is made by none but the user while the setting is off', async () => {
    updates.enable(false)
    expect([updater.asked, timer]).toEqual([[], null])
    void updates.check()
    await updater.succeed(null)
    expect([updater.asked, timer]).toEqual([['check'], null])
    updates.enable(true)
    await updater.succeed(null)
    updates.enable(false)
    expect(timer).toBeNull()
  })

  test('is one, however often it is asked for at once', async () => {
    updates.enable(true)
    const both = Promise.all([updates.check(), updates.check()])
    await updater.succeed(null)
    await both
    expect(updater.asked).toEqual(['check'])
  })

  test('that fell due while the machine slept is made when it wakes', async () => {
    updates.enable(true)
    await updater.succeed(null)
    now = day - 1
    updates.awoke()
    expect(updater.asked.length).toBe(1)
    now = day
    updates.awoke()
    expect(updater.asked.length).toBe(2)
  })

  test('answers as soon as it is known whether there is a newer version', async () => {
    const checked = updates.check()
    await updater.succeed('2.0.0')
    await checked
    expect(updates.state).toEqual({ kind: 'downloading', version: '2.0.0', percent: 0 })
  })
})

describe('a newer version', () => {
  test('is fetched in the background, and offered', async () => {
    updates.enable(true)
    await updater.succeed('2.0.0')
    updater.progress(40)
    expect(updateWords(updates.state)).toBe('Downloading Janus 2.0.0: 40 %')
    await updater.succeed()
    expect([updates.state, timer, installs]).toEqual([
      { kind: 'ready', version: '2.0.0', waitingFor: null },
      null,
      0,
    ])
  })

  test('is not fetched where a package manager installs Janus: its page is named', async () => {
    updater.page = 'https://janus.example'
    updates.enable(true)
    await updater.succeed('2.0.0')
    expect([updater.asked, updateWords(updates.state), timer?.at]).toEqual([
      ['check'],
      'Janus 2.0.0 is available at https://janus.example',
      day,
    ])
  })

  test('that is ready is asked about no more', async () => {
    await ready()
    await updates.check()
    expect(updater.asked).toEqual(['check', 'download'])
  })

  test.each([
    ['check', 'unreachable', 'The update server could not be reached. Janus tries again later.'],
    ['check', 'unsigned', /its signature could not be verified/],
    ['download', 'interrupted', 'The download of Janus 2.0.0 broke off. Janus tries again later.'],
    ['download', 'damaged', /Janus 2.0.0 was not installed: its signature does not match/],
    ['download', 'disk full', 'The disk has no room for Janus 2.0.0. Janus tries again later.'],
    ['download', 'not writable', 'Janus 2.0.0 could not be written: Janus may not write there.'],
  ] as const)('whose %s fails (%s) says so, and is tried again in an hour', async (at, reason, words) => {
    updates.enable(true)
    if (at === 'download') await updater.succeed('2.0.0')
    await updater.fail(new UpdateError(reason, 'because'))
    const said = updateWords(updates.state)
    if (typeof words === 'string') expect(said).toBe(words)
    else expect(said).toMatch(words)
    expect(timer?.at).toBe(hour)
    timer?.run()
    await updater.succeed('2.0.0')
    await updater.succeed()
    expect(updates.state.kind).toBe('ready')
  })

  test('that fails for no known reason leads to the log', async () => {
    updates.enable(true)
    await updater.fail(new Error('odd'))
    expect(updateWords(updates.state)).toMatch(/The log says why/)
  })
})

describe('a restart', () => {
  test('is made at once while nobody works', async () => {
    await ready()
    updates.restart('idle')
    expect(installs).toBe(1)
  })

  test('waits for the agents that work, and says for how many', async () => {
    await ready()
    working = 2
    updates.restart('idle')
    expect(updateWords(updates.state)).toBe(
      'Janus 2.0.0 is ready, and starts when 2 agents have finished their turns.',
    )
    working = 1
    updates.workingChanged()
    expect([updateWords(updates.state), installs]).toEqual([
      'Janus 2.0.0 is ready, and starts when 1 agent has finished its turn.',
      0,
    ])
    working = 0
    updates.workingChanged()
    expect(installs).toBe(1)
  })

  test('does not wait where the user wants it now', async () => {
    await ready()
    working = 2
    updates.restart('now')
    expect(installs).toBe(1)
  })

  test('that was taken back is not made when all have finished', async () => {
    await ready()
    working = 1
    updates.restart('idle')
    updates.restart('never')
    working = 0
    updates.workingChanged()
    expect([installs, updates.state]).toEqual([0, { kind: 'ready', version: '2.0.0', waitingFor: null }])
  })

  test('is nothing where nothing is ready', () => {
    updates.restart('now')
    expect([installs, shown]).toEqual([0, []])
  })
})
