/** P4: durable messages a second through the API, from one and sixteen clients, against bare commits. */
import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Place } from '../e2e/place.ts'
import { Program } from '../e2e/program.ts'
import { AppProcess, standInEnvironment } from './app-process.ts'
import { BareCommit } from './bare-commit.ts'
import { msOf, percentile, table } from './figures.ts'
import { Api } from './kill-traffic.ts'
import { numbersAsked } from './options.ts'
import { keep } from './results.ts'

/** Messages that are measured at once before the other sides get their turn. */
const WINDOW = { bare: 400, one: 150, many: 400 }
const CLIENTS = 16
/** Enough mailboxes: each holds a thousand messages, and nobody reads. */
const AGENTS = 40
/** Milliseconds until all agents must be working. */
const COME = 120_000

const { rounds } = numbersAsked({ rounds: 12 })
const place = await Place.make()
const app = new AppProcess(place, await standInEnvironment(place))
await app.start()
const api = new Api(place.state)
await occupy()
const { url, token } = await api.access()
const other = Program.start(
  [join(import.meta.dirname, 'express-commit.ts'), place.root],
  process.env,
  place.work,
)
const [, express = ''] = await other.prints(/^express: (\S+)$/m)
const bare = new BareCommit(place.home)

const sides = {
  bare: { messages: WINDOW.bare, act: () => commits(WINDOW.bare), cpu: ownCpu },
  express1: {
    messages: WINDOW.one,
    act: () => send(`${express}/api`, 1, WINDOW.one),
    cpu: () => cpuOf(other.pid),
  },
  janus1: { messages: WINDOW.one, act: () => send(url, 1, WINDOW.one), cpu: () => cpuOf(app.pid) },
  express16: {
    messages: WINDOW.many,
    act: () => send(`${express}/api`, CLIENTS, WINDOW.many),
    cpu: () => cpuOf(other.pid),
  },
  janus16: { messages: WINDOW.many, act: () => send(url, CLIENTS, WINDOW.many), cpu: () => cpuOf(app.pid) },
} as const
type Name = keyof typeof sides
const names = Object.keys(sides) as Name[]
const rates = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
/** Milliseconds of CPU time in all windows. */
const cpu = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
let count = 0
for (let round = -2; round < rounds; round += 1) {
  for (const name of names) {
    const { messages, act, cpu: used } = sides[name]
    const before = await used()
    const rate = (1000 * messages) / (await msOf(act))
    if (round < 0) continue
    rates[name].push(rate)
    cpu[name] += (await used()) - before
  }
}
bare.close()
await app.end('SIGTERM')
await other.end('SIGTERM')
await place.clear()

const middle = (of: Name): number => percentile(rates[of], 0.5)
const row = (what: string, of: Name, against: Name, goal: string): readonly (string | number)[] => {
  const [here, there] = [middle(of), middle(against)]
  return [what, Math.round(here), Math.round(there), (here / there).toFixed(2), goal]
}
/** CPU milliseconds of one message. */
const cpuEach = (of: Name): number => cpu[of] / (rates[of].length * sides[of].messages)
const cpuRow = (what: string, of: Name, against: Name): readonly (string | number)[] => {
  const [here, there] = [cpuEach(of), cpuEach(against)]
  return [what, here.toFixed(2), there.toFixed(2), (here / there).toFixed(2), '']
}
await keep('durable', {
  title: 'P4: durable messages',
  about: `Messages a second: the user’s own tools write to agents of the built app over HTTP (kept-alive connections), each answered only when it is on the disk; medians of ${rounds} windows that take turns in one run. The agents are all in a turn, so that the words wait in their mailboxes and no process begins by them. Against bare commits of SQLite (one small row each, WAL, synchronous FULL) without anything around them, and against an express app that does one such commit for each request. The time of the processor is that of the process that answers; it depends less on what else runs on the machine.`,
  table: table(
    ['clients', 'Janus', 'against', '×', 'goal'],
    [
      row('16, against bare commits', 'janus16', 'bare', '≥ 0.5'),
      row('1, against express with a bare commit', 'janus1', 'express1', '≥ 0.8'),
      row('16, against express with a bare commit', 'janus16', 'express16', ''),
      cpuRow('1: processor of one message, ms, against express', 'janus1', 'express1'),
      cpuRow('16: processor of one message, ms, against express', 'janus16', 'express16'),
      cpuRow('16: processor of one message, ms, against a bare commit', 'janus16', 'bare'),
    ],
  ),
  figures: Object.fromEntries(
    names.map((of) => [of, { perSecond: Math.round(middle(of)), cpu: Number(cpuEach(of).toFixed(3)) }]),
  ),
  samples: Object.fromEntries(Object.entries(rates).map(([of, all]) => [of, all.map(Math.round)])),
})

/** Puts all agents in an endless turn: messages wait in their mailboxes, and start no process. */
async function occupy(): Promise<void> {
  await app.window('settings.change', { awake: AGENTS, sleepAfter: 86_400 })
  for (let n = 1; n <= AGENTS; n += 1) {
    const name = `agent${String(n)}`
    await api.ask('POST', '/agents', { name, cwd: place.work })
    await api.ask('POST', `/agents/${name}/message`, { message: 'wait' })
  }
  const until = performance.now() + COME
  for (;;) {
    const agents = (await api.ask('GET', '/agents'))?.body as readonly { readonly status: string }[]
    if (agents.length === AGENTS && agents.every(({ status }) => status === 'working')) return
    if (performance.now() > until) throw new Error(`Not all agents came to work: ${JSON.stringify(agents)}`)
    await pause(200)
  }
}

function commits(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) bare.measure()
  return Promise.resolve()
}

/** Sends messages from parallel clients, each its next after the last was answered. */
async function send(base: string, clients: number, messages: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  let left = messages
  const client = async (): Promise<void> => {
    while (left-- > 0) await post(agent, `${base}/agents/agent${String((count % AGENTS) + 1)}/message`)
  }
  await Promise.all(Array.from({ length: clients }, client))
  agent.destroy()
}

function post(agent: Agent, to: string): Promise<void> {
  const body = JSON.stringify({ message: `word ${String((count += 1))} ${'word '.repeat(100)}` })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const asked = request(to, { method: 'POST', agent, headers }, (came) => {
      came.resume()
      came.on('end', () => {
        if (came.statusCode === 200) resolve()
        else reject(new Error(`${to} answers ${String(came.statusCode)}`))
      })
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

/** CPU milliseconds of this process. */
function ownCpu(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** CPU milliseconds of another process, in steps of 10 (Linux clock ticks). */
async function cpuOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${String(pid)}/stat`, 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
