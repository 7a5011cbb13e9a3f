/**
 * P16: what an idle Janus takes. Its start and memory without agents against an empty window of the same
 * Electron; two agents awake and idle; and what their sleep costs who writes to them.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Desk } from '../e2e/desk.ts'
import { Model } from '../e2e/model.ts'
import { Place } from '../e2e/place.ts'
import { ensureTestElectron } from '../scripts/test-electron.mjs'
import { figuresOf, percentile, table, type Row } from './figures.ts'
import { memoryOf } from './memory.ts'
import { askFor } from './paint.ts'
import { keep, samplesOf } from './results.ts'
import { openBare, openDesktop, type Around, type Opened } from './shells.ts'

/** Uncounted rounds: files, profiles and compilers warm up. */
const WARM_UP = 1
/** Milliseconds of rest before memory is read: by then the garbage of the start is collected. */
const REST = 10_000
/** Seconds until an idle agent sleeps: the default, and for measurements that need it soon. */
const idle = { usual: 120, soon: 1 }
/** Milliseconds between a typist's keys. */
const PACE = 60

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, words: { type: 'string', default: '5' } },
})
const electron = await ensureTestElectron()
const around: Around = {
  electron,
  model: await Model.start(import.meta.dirname),
  screen: await electron.openScreen(),
  chromium: '',
}
const starts = new Map<string, number[]>()
const memory = new Map<string, number[]>()
const answers = new Map<string, number[]>()

await compareStarts(Number(values.rounds))
await watchAgents(Number(values.words))
await around.model.stop()
await around.screen?.close()

const startRows = rowsOf(starts)
const answerRows = rowsOf(answers)
const figures = {
  starts: figuresOf(startRows, 'bare'),
  memory: [...memory].map(([name, samples]) => ({ name, MB: Math.round(percentile(samples, 0.5)) })),
  answers: figuresOf(answerRows, 'awake'),
}
const [bare = { MB: 0 }] = figures.memory
await keep('light', {
  title: 'P16: light',
  about: `The built desktop app in the Electron of the tests beside a bare one: a window with a field and an empty utility process, alternating in one run, with profiles that were used before. Memory in MB, the middle one of the rounds, ${REST / 1000} s after the start: what processes share is divided among them (PSS), all of Electron’s included. Two agents are awake just after their first answer, and at rest two minutes later, by the setting as it is at first. An answer: milliseconds from Enter until its words are painted; the loopback model answers at once. Who types presses a key each ${PACE} ms; pasted words are sent at once; by the API it is the time until the answer is there.`,
  table: [
    tableOf('until one can write', 'bare', figures.starts),
    table(
      ['memory', 'MB', '× bare'],
      figures.memory.map(({ name, MB }) => [name, MB, (MB / bare.MB).toFixed(2)]),
    ),
    tableOf('an answer after Enter', 'awake', figures.answers),
  ].join('\n\n'),
  figures,
  samples: samplesOf([...startRows, ...answerRows, ...rowsOf(memory)]),
})

async function compareStarts(rounds: number): Promise<void> {
  const shells = [
    { name: 'bare', open: openBare },
    { name: 'Janus, no agents', open: openDesktop() },
  ] as const
  const places = [await Place.make(electron.as), await Place.make(electron.as)] as const
  for (let round = -WARM_UP; round < rounds; round += 1) {
    for (const at of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const { name, open } = shells[at]
      const app = await open(places[at], around)
      await pause(REST)
      if (round >= 0) {
        note(starts, name, app.usable)
        await noteMemory(name, places[at])
      }
      await app.close()
    }
  }
  for (const place of places) await place.clear()
}

async function watchAgents(times: number): Promise<void> {
  const place = await Place.make(electron.as)
  const app = await openDesktop()(place, around)
  const { janus, page } = app
  for (const name of ['Ada', 'Bea']) {
    await ask(app, 'POST', '/agents', { name, cwd: place.work })
    await ask(app, 'POST', `/agents/${name}/message`, { message: 'say: I am here.', awaitMs: 50_000 })
  }
  await noteMemory('Janus, two agents awake', place)
  await pause(idle.usual * 1000)
  await janus.clisOnceAtMost(0)
  await noteMemory('Janus, two agents at rest for two minutes', place)
  await new Desk(page).tab('Ada').click()
  for (let time = 0; time < times; time += 1) {
    await whenAwake(app, time)
    const typed = `Typed ${time}, in some more words than these.`
    await whenAsleep(app, () => askFor(app.page, typed, PACE), 'asleep, typed')
    await whenAsleep(app, () => askFor(app.page, `Pasted ${time}.`, null), 'asleep, pasted')
    await whenAsleep(app, () => askByApi(app, `say: Sent ${time}.`), 'asleep, by the API')
  }
  await app.close()
  await place.clear()
}

async function whenAwake(app: Opened, time: number): Promise<void> {
  await askFor(app.page, `First ${time}.`, null)
  note(answers, 'awake', await askFor(app.page, `Awake ${time}.`, null))
  note(answers, 'awake, by the API', await askByApi(app, `say: Heard ${time}.`))
}

async function whenAsleep(app: Opened, took: () => Promise<number>, name: string): Promise<void> {
  await ask(app, 'PATCH', '/settings', { sleepAfter: idle.soon })
  await app.janus.clisOnceAtMost(0)
  await ask(app, 'PATCH', '/settings', { sleepAfter: idle.usual })
  note(answers, name, await took())
}

async function askByApi(app: Opened, message: string): Promise<number> {
  const began = performance.now()
  await ask(app, 'POST', '/agents/Ada/message', { message, awaitMs: 50_000 })
  return performance.now() - began
}

async function ask({ janus }: Opened, method: 'POST' | 'PATCH', path: string, body: object): Promise<void> {
  const { status } = await janus.api(method, path, body)
  if (status !== 200) throw new Error(`${path} answers ${status}`)
}

async function noteMemory(name: string, place: Place): Promise<void> {
  const found = await memoryOf(place)
  if (found === null) throw new Error('the memory of the processes may not be read')
  note(memory, name, found.all)
}

function note(rows: Map<string, number[]>, name: string, value: number): void {
  rows.set(name, [...(rows.get(name) ?? []), value])
}

function rowsOf(rows: ReadonlyMap<string, number[]>): Row[] {
  return [...rows].map(([name, samples]) => ({ name, samples }))
}

function tableOf(what: string, base: string, rows: ReturnType<typeof figuresOf>): string {
  return table(
    [what, 'times', 'p50', 'p95', `× ${base} p50`],
    rows.map(({ name, pairs, p50, p95, ratio50 }) => [name, pairs, p50, p95, ratio50]),
  )
}
