/** Does the app grow in an hour with many working tabs? `npm run bench -- soak --minutes 60 --tabs 20` */
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { descriptorsOf, Place } from '../e2e/place.ts'
import { startRehearsalModel } from '../main/adapters/rehearsal/server.ts'
import { Random } from '../main/testkit/random.ts'
import { AppProcess } from './app-process.ts'
import { table } from './figures.ts'
import { environmentOf } from './kill-round.ts'
import { Api } from './kill-traffic.ts'
import { keep } from './results.ts'
import type { Told } from './tell-memory.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    /** Unmeasured minutes: code is compiled and caches fill, the database's (8 MB) last. */
    warm: { type: 'string', default: '20' },
    tabs: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    /** Milliseconds between two messages of the user. */
    pace: { type: 'string', default: '1000' },
  },
})
const LOOK = 5000 // ms
const minute = 60_000
const random = new Random(Number(values.seed))
// Without a recording: an hour of requests does not fit in this process.
const model = await startRehearsalModel()
const place = await Place.make()
const memory = join(place.root, 'memory.jsonl')
const app = new AppProcess(place, {
  ...environmentOf(model.url, place),
  NODE_OPTIONS: `--import ${join(import.meta.dirname, 'tell-memory.ts')}`,
  TELL_MEMORY: memory,
})
const api = new Api(place.state)
const names = Array.from({ length: Number(values.tabs) }, (_, n) => `agent${String(n + 1)}`)
const done = { messages: 0, refused: 0, links: 0, gatherings: 0 }

await app.start()
await app.window('settings.change', { awake: 50, sleepAfter: 86_400 })
for (const name of names) await api.ask('POST', '/agents', { name, cwd: place.work })
await link()

/** A sample of the app: resident MB, the part without file pages, and descriptors. */
interface Look {
  readonly rss: number
  readonly own: number
  readonly open: number
}
const looks: (Look & { readonly at: number })[] = []
const [began, whole] = [performance.now(), (Number(values.warm) + Number(values.minutes)) * minute]
const started = Date.now()
let looked = 0
while (performance.now() - began < whole && app.isRunning) {
  await talk()
  const at = performance.now() - began
  if (at - looked > LOOK) {
    looked = at
    if (at > Number(values.warm) * minute) looks.push({ at: at / minute, ...(await look()) })
    await convene()
  }
  await pause(Number(values.pace))
}
const isAlive = app.isRunning
const tabs = (await api.ask('GET', '/agents'))?.body as readonly { readonly status: string }[] | undefined
const asleep = tabs?.filter(({ status }) => status === 'asleep').length ?? names.length
const told = await toldOf(memory)
await app.end('SIGTERM')
const left = await place.leftOver()
await model.close()
await place.clear()
await report()

async function talk(): Promise<void> {
  const to = random.pick(names) ?? ''
  const target = random.pick(names.filter((name) => name !== to)) ?? ''
  const letter = `call: send_to_agent ${JSON.stringify({ target, message: `say: heard ${String(done.messages)}` })}`
  const message = random.chance(0.3)
    ? `${letter}\nsay: sent ${String(done.messages)}`
    : `say: ${'word '.repeat(random.int(1, 400))}`
  const answer = await api.ask('POST', `/agents/${to}/message`, { message })
  if (answer?.status === 200) done.messages += 1
  else done.refused += 1
}

async function link(): Promise<void> {
  for (let at = 0; at + 4 <= names.length / 2; at += 4) {
    const answer = await api.ask('POST', '/links', { members: names.slice(at, at + 4), mode: 'answers' })
    if (answer?.status === 200) done.links += 1
  }
}

/** Keeps one gathering of the last four agents open. */
async function convene(): Promise<void> {
  const open = await api.ask('GET', '/gatherings?state=open')
  const { items = [] } = (open?.body ?? {}) as { items?: unknown[] }
  if (open === null || items.length > 0 || names.length < 4) return
  const [harvester = '', ...seats] = names.slice(-4)
  const answer = await api.ask('POST', '/gatherings', {
    topic: `Topic ${String(done.gatherings)}`,
    question: 'What do we do first?',
    structure: [1, 1, 1],
    participants: seats.map((name) => ({ name })),
    harvester: { name: harvester },
  })
  if (answer?.status === 200) done.gatherings += 1
}

async function look(): Promise<Look> {
  const sums = await readFile(`/proc/${String(app.pid)}/smaps_rollup`, 'utf8').catch(() => '')
  const of = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(sums)?.[1] ?? 0) / 1024
  return { rss: of('Rss'), own: of('Anonymous'), open: (await descriptorsOf(app.pid)).size }
}

async function toldOf(file: string): Promise<readonly Told[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
  const all = lines.map((line) => JSON.parse(line) as Told)
  return all.filter(({ at }) => at - started > Number(values.warm) * minute)
}

/** The means of the first and of the last tenth. */
function endsOf(numbers: readonly number[]): readonly [first: number, last: number] {
  const edge = Math.max(1, Math.floor(numbers.length / 10))
  return [meanOf(numbers.slice(0, edge)), meanOf(numbers.slice(-edge))]
}

async function report(): Promise<void> {
  const [first, last] = endsOf(looks.map(({ rss }) => rss))
  const [open, openLast] = endsOf(looks.map((one) => one.open))
  const number = (n: number): string => n.toFixed(2)
  const ofV8 = (of: (one: Told) => number): string =>
    endsOf(told.map(of))
      .map((bytes) => number(bytes / 1024 ** 2))
      .join(' → ')
  const bothEnds = (of: (one: Look) => number): string => endsOf(looks.map(of)).map(number).join(' → ')
  await keep('soak', {
    title: 'An hour under load',
    about: `${values.tabs} tabs awake (CLIs on the built-in model), a message of the user each second to one of them, of which each third is passed on to a peer, links, and one gathering after the other, for ${values.minutes} minutes after ${values.warm} that are not measured. The app’s own memory (RSS) and open descriptors by /proc, every five seconds. Goals: less than 1 MB a minute, and at the end (the last tenth) within 10 % of the beginning (the first).`,
    table: table(
      ['what', 'measured'],
      [
        ['minutes measured', number((looks.at(-1)?.at ?? 0) - (looks[0]?.at ?? 0))],
        ['messages acknowledged', done.messages],
        ['refused', done.refused],
        ['links', done.links],
        ['gatherings convened', done.gatherings],
        ['memory at the beginning, MB', number(first)],
        ['memory at the end, MB', number(last)],
        ['end against beginning', number(last / first)],
        ['slope of memory, MB a minute', number(slopeOf(looks.map(({ at, rss }) => [at, rss])))],
        ['of it pages of files, MB', bothEnds(({ rss, own }) => rss - own)],
        ['of it V8’s heap, MB', ofV8(({ heapTotal }) => heapTotal)],
        ['of that in use after a full collection, MB', ofV8(({ live }) => live)],
        ['outside of that heap, as V8 knows, MB', ofV8(({ external }) => external)],
        ['descriptors at the beginning', number(open)],
        ['descriptors at the end', number(openLast)],
        ['slope of descriptors a minute', number(slopeOf(looks.map((one) => [one.at, one.open])))],
        ['tabs asleep at the end', asleep],
        ['still running at the end', isAlive ? 'yes' : 'no'],
        ['processes left after the quit', left.length],
      ],
    ),
    figures: { ...done, first, last, minutes: Number(values.minutes), tabs: names.length },
    samples: {
      rss: looks.map(({ rss }) => Math.round(rss * 10) / 10),
      descriptors: looks.map((one) => one.open),
    },
  })
}

function meanOf(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, one) => sum + one, 0) / numbers.length
}

/** Slope of the least-squares line; 0 when x does not vary. */
function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const [x, y] = [meanOf(points.map(([one]) => one)), meanOf(points.map(([, one]) => one))]
  const spread = points.reduce((sum, [one]) => sum + (one - x) ** 2, 0)
  if (spread === 0) return 0
  return points.reduce((sum, [one, other]) => sum + (one - x) * (other - y), 0) / spread
}
