import { existsSync, watch } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './app.ts'
import type { Janus } from './janus.ts'
import type { Model } from './model.ts'
import { beginTurn, body, call, makeAgents } from './peers.ts'
import type { Place } from './place.ts'

/** Resolves when the folder has the file. */
function appears(folder: string, name: string): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!existsSync(join(folder, name))) return
      watcher.close()
      resolve()
    }
    const watcher = watch(folder, look)
    look()
  })
}

async function begin(janus: Janus, model: Model, place: Place): Promise<void> {
  await makeAgents(janus, place, 'Critic')
  await beginTurn(janus, model, 'Critic')
}

/** Expects no processes, and no lock of the state folder. */
async function expectNothingLeft(place: Place): Promise<void> {
  expect([await place.leftOver(), existsSync(join(place.state, 'lock.json'))]).toEqual([[], false])
}

test.describe('started by npm', () => {
  test.use({ start: { by: 'npm' } })

  test(
    'Ctrl-C says at once whose turn it stops, and counts once though npm passes it on',
    { tag: '@long' },
    async ({ janus, model, place }) => {
      await begin(janus, model, place)
      const { program } = janus
      program.pressCtrlC()
      await program.prints(
        /^Quitting: Critic's turn is being stopped .* A second Ctrl-C ends all at once\.$/m,
      )
      await program.ended
      expect(program.output).not.toContain('Ending all at once.')
      await expectNothingLeft(place)
    },
  )
})

for (const by of ['npm', 'script'] as const)
  test.describe(`its starter, ${by}`, () => {
    test.use({ start: { by } })

    test('killed, it takes Janus along, in order', { tag: '@long' }, async ({ janus, model, place }) => {
      await begin(janus, model, place)
      process.kill(janus.program.pid, 'SIGKILL')
      await janus.program.prints(/^Quitting: Critic's turn is being stopped /m)
      // Its output is closed when both have ended.
      expect(await janus.program.ended).toEqual({ code: null, signal: 'SIGKILL' })
      await expectNothingLeft(place)
    })
  })

test.describe('started by its script', () => {
  test.use({ start: { by: 'script' } })

  test(
    'a second Ctrl-C leaves nothing: no process, not even one that heeds no signal, and no lock',
    { tag: '@long' },
    async ({ janus, model, place }) => {
      await place.allowCommands()
      await begin(janus, model, place)
      await makeAgents(janus, place, 'Builder')
      const deaf = "trap '' TERM HUP INT; touch deaf; while :; do sleep 60; done"
      await body(janus, 'POST', '/agents/Builder/message', { message: call('Bash', { command: deaf }) })
      await appears(place.work, 'deaf')
      const { program } = janus
      program.pressCtrlC()
      await program.prints(/^Quitting: the turns of Critic and Builder are being stopped /m)
      program.pressCtrlC()
      expect(await program.ended).toEqual({ code: 130, signal: null })
      // Without waiting: everything is gone when Janus is.
      expect(await place.processes()).toEqual([])
      await expectNothingLeft(place)

      await janus.start()
      await model.held('work')
      await model.release('work')
    },
  )
})

test.describe('printing to a reader that has gone', () => {
  test.use({ start: { by: 'head' } })

  test('it goes on, and quits in order', { tag: '@long' }, async ({ janus, model, place }) => {
    await begin(janus, model, place)
    // It prints a new address for a browser that comes without one.
    expect((await fetch(new URL('/', janus.url))).status).toBe(401)
    await model.release('work')
    const { pid } = JSON.parse(await readFile(join(place.state, 'api.json'), 'utf8')) as { pid: number }
    process.kill(pid, 'SIGTERM')
    // The code is Janus's: `head` has none of its own.
    expect(await janus.program.ended).toEqual({ code: 0, signal: null })
    await expectNothingLeft(place)
  })
})
