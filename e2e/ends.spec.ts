import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './app.ts'
import { Janus } from './janus.ts'
import type { Model } from './model.ts'
import { beginTurn, body, makeAgents } from './peers.ts'
import type { Place, Process } from './place.ts'

/*
 * Every way in which the desktop app can end while an agent works and mail waits. No process may be left, and
 * the next start continues. docs/decisions/0023 has the measured time: at most 3 s on a quiet machine.
 */

/** Milliseconds until no process may be left: on a busy machine an agent may need to be killed. */
const grace = 15_000

const long = { tag: '@long' }

/** Scout is in the middle of a turn, and another message waits for its end. */
async function begin(janus: Janus, model: Model, place: Place): Promise<void> {
  await makeAgents(janus, place, 'Scout')
  await beginTurn(janus, model, 'Scout')
  await body(janus, 'POST', '/agents/Scout/message', { message: 'say: Read later.' })
}

/** The app's processes that are left after `grace`. */
const leftOf = (place: Place): Promise<Process[]> => place.processesOnce((all) => all.length === 0, grace)

/** After a restart the turn and the mail are completed. */
async function goesOn(janus: Janus, model: Model): Promise<void> {
  await janus.start()
  await model.held('work')
  await model.release('work')
  await expect.poll(() => said(janus)).toContain('Done.')
  await expect.poll(() => said(janus)).toContain('Read later.')
  expect(await janus.quit()).toEqual({ code: 0, signal: null })
}

const said = async (janus: Janus): Promise<string> =>
  JSON.stringify(await body(janus, 'GET', '/agents/Scout/transcript'))

interface Ending {
  readonly name: string
  readonly end: (pid: number) => void
}

const endings: readonly Ending[] = [
  { name: 'main is killed', end: (pid) => process.kill(pid, 'SIGKILL') },
  { name: 'SIGTERM', end: (pid) => process.kill(pid, 'SIGTERM') },
  { name: 'SIGTERM to its whole group', end: (pid) => process.kill(-pid, 'SIGTERM') },
  { name: 'its terminal is closed', end: (pid) => process.kill(-pid, 'SIGHUP') },
  { name: 'SIGINT to its whole group', end: (pid) => process.kill(-pid, 'SIGINT') },
]

for (const { name, end } of endings) {
  test(`${name}: nothing is left, and the next start goes on`, long, async ({ janus, model, place }) => {
    await begin(janus, model, place)
    const { pid, ended } = janus.program
    expect((await place.processes()).length).toBeGreaterThan(5)
    end(pid)
    await ended
    expect(await leftOf(place)).toEqual([])
    await goesOn(janus, model)
  })
}

test(
  'its screen goes: nothing is left, and the next start goes on',
  long,
  async ({ model, place, electron, janus, colorScheme }) => {
    await janus.quit()
    const screen = (await electron?.openScreen()) ?? null
    if (electron === null || screen === null) throw new Error('There is no screen that could go.')
    const shown = new Janus(place, model, { electron, screen, colorScheme })
    await shown.start()
    await begin(shown, model, place)
    const { ended } = shown.program
    await screen.close()
    await ended
    expect(await leftOf(place)).toEqual([])
    await goesOn(janus, model)
  },
)

test(
  'anyone who reads what it prints is gone: it goes on, and quits in order',
  long,
  async ({ janus, model, place }) => {
    await janus.quit()
    // Not by Playwright, which reads the app's output.
    await place.handOver()
    const program = janus.launch()
    place.claimGroup(program.pid)
    const [, url = ''] = await program.prints(/^agents API: (\S+)$/m)
    janus.apiUrl = url
    program.stopReading()
    await begin(janus, model, place)
    // The first write to a closed pipe is swallowed; each later one is an error.
    const logged = () => readFile(join(place.state, 'janus.log'), 'utf8')
    for (const times of [1, 2]) {
      for (const pid of await kind(place, /--type=gpu-process/)) process.kill(pid, 'SIGKILL')
      await expect.poll(logged).toMatch(new RegExp(`(GPU: ended[^]*){${String(times)}}`))
    }
    await model.release('work')
    await expect.poll(() => said(janus)).toContain('Read later.')
    expect(await program.end('SIGTERM')).toEqual({ code: 0, signal: null })
    expect(await leftOf(place)).toEqual([])
  },
)

/** The app's processes of a kind, by Chromium's arguments. */
async function kind(place: Place, words: RegExp): Promise<number[]> {
  const all = await place.processes()
  return all.filter(({ command }) => words.test(command)).map(({ pid }) => pid)
}

test(
  'its page, what draws it and the core die in turn: the window comes again, and the turn goes on',
  long,
  async ({ janus, desk, model, place }) => {
    await begin(janus, model, place)
    const window = janus.window
    if (window === null) throw new Error('There is no window.')
    const die = async (words: RegExp, isOver: RegExp) => {
      const from = janus.program.output.length
      for (const child of await kind(place, words)) process.kill(child, 'SIGKILL')
      return janus.program.prints(isOver, from)
    }
    await die(/--type=gpu-process/, /^GPU: ended/m)
    const [, again = ''] = await die(/utility-sub-type=node\.mojom/, /^agents API: (\S+)$/m)
    janus.apiUrl = again
    await model.held('work')
    await model.release('work')
    await desk.show('Scout')
    await expect(desk.transcript('Scout')).toContainText('Done.')
  },
)
