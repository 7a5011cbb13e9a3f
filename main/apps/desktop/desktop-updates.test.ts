import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { UpdateState } from '../../contract/app/updates.ts'
import { readKept } from '../../server/app/notices.ts'
import { FakeUpdater } from './testing/fake-updater.ts'
import { agentView, snapshot } from './testing/janus-stand-in.ts'
import { Started } from './testing/started.ts'
import { UpdateError } from './updates/updater.ts'

let desktop: Started
let updater: FakeUpdater
beforeEach(() => {
  desktop = new Started()
  updater = new FakeUpdater()
})
afterEach(() => desktop.end())

const working = { ...agentView('agt-1', null), name: 'Builder' }
const state = (): UpdateState | undefined => desktop.host?.updates?.state()

async function ready(): Promise<void> {
  await desktop.start({ updater: () => updater })
  await updater.succeed('2.0.0')
  await updater.succeed()
}

function busy(names: readonly string[]): void {
  desktop.own.busy = () => names
  desktop.own.tell({ kind: 'agent', agent: working })
}

test('without a publisher nothing is asked, and nobody can ask', async () => {
  await desktop.start()
  expect(desktop.host?.updates).toBeUndefined()
})

test('the core knows how the search stands, and can ask for one', async () => {
  await desktop.start({ updater: () => updater })
  expect([updater.asked, state()]).toEqual([['check'], { kind: 'checking' }])
  let told = 0
  desktop.host?.updates?.follow(() => (told += 1))
  await updater.succeed(null)
  expect([state(), told]).toEqual([{ kind: 'idle' }, 1])
  const asked = desktop.host?.updates?.check()
  await updater.succeed(null)
  expect(await asked).toEqual({ kind: 'idle' })
})

test('nothing is asked while the setting of the user’s own Janus is off, whatever that of the demo is', async () => {
  const told = snapshot('own')
  if (told.kind !== 'snapshot') throw new Error()
  const { status } = told.view
  const off = { ...status, settings: { ...status.settings, checkForUpdates: false } }
  desktop.own.feed.subscribe = (listener) => {
    listener({ kind: 'snapshot', view: { ...told.view, status: off } })
    return () => true
  }
  await desktop.start({ updater: () => updater })
  await desktop.host?.rehearse?.()
  expect(updater.asked).toEqual([])
})

describe('a restart to a version that is ready', () => {
  test('ends every process first, and then installs', async () => {
    await ready()
    void desktop.host?.updates?.restart('idle')
    await new Promise(setImmediate)
    expect([desktop.own.isClosed, updater.asked.at(-1)]).toEqual([true, 'install'])
    expect(desktop.electron.app.calls).toContain('releaseSingleInstanceLock')
    expect(desktop.electron.app.calls).not.toContain('exit 0')
  })

  test('waits until nobody works', async () => {
    await ready()
    busy(['Builder'])
    void desktop.host?.updates?.restart('idle')
    await new Promise(setImmediate)
    expect(state()).toEqual({ kind: 'ready', version: '2.0.0', waitingFor: 1 })
    expect(desktop.own.isClosed).toBe(false)
    busy([])
    await new Promise(setImmediate)
    expect(updater.asked.at(-1)).toBe('install')
  })

  test('that fails starts the version that was there, which says why', async () => {
    await ready()
    void desktop.host?.updates?.restart('now')
    await new Promise(setImmediate)
    await updater.fail(new UpdateError('disk full', 'ENOSPC: no space left on device'))
    expect(desktop.again).toEqual([[]])
    expect(readKept(desktop.folder).notices).toEqual([
      expect.stringContaining(
        'The update was not installed: ENOSPC: no space left on device. Nothing is lost; Restart to update tries again.',
      ),
    ])
  })
})
