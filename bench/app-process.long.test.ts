import { afterEach, beforeEach, expect, test } from 'vitest'
import { Place } from '../e2e/place.ts'
import { AppProcess, standInEnvironment } from './app-process.ts'
import { Api } from './kill-traffic.ts'

/** More than the default number of awake agents. */
const names = Array.from({ length: 10 }, (_, n) => `agent${String(n + 1)}`)
let place: Place
let app: AppProcess

beforeEach(async () => {
  place = await Place.make()
  app = new AppProcess(place, await standInEnvironment(place))
  await app.start()
})

afterEach(async () => {
  await app.end('SIGTERM')
  await place.clear()
})

test('what the long runs ask as the window is done: tabs that are to be awake stay so, and no message begins a process', async () => {
  await app.window('settings.change', { awake: 20, sleepAfter: 86_400 })
  const api = new Api(place.state)
  for (const name of names) await api.ask('POST', '/agents', { name, cwd: place.work })
  const sayToAll = () =>
    Promise.all(
      names.map((name) => api.ask('POST', `/agents/${name}/message`, { message: 'hello', awaitMs: 50_000 })),
    )
  // Excludes CLIs that are only asked for their version or sign-in.
  const clis = async () => {
    const all = await place.processes()
    const isAgents = (command: string) => /streaming-cli.*--input-format/.test(command)
    return all.filter(({ command }) => isAgents(command)).map(({ pid }) => pid)
  }
  await sayToAll()
  const before = await clis()
  expect(before).toHaveLength(names.length)
  for (let round = 0; round < 3; round += 1) await sayToAll()
  expect(await clis()).toEqual(before)
  const { agents } = await app.view()
  expect(agents.map(({ name }) => name)).toEqual(names)
})

test('what is refused ends the run', async () => {
  await expect(app.window('agents.restart', { agent: 'nobody' })).rejects.toThrow('agents.restart: 404')
})
