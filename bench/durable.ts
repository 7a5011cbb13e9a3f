/** P4: durable messages a second through the API, one client and sixteen, against bare commits of the same run. */
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Place } from '../e2e/place.ts'
import { Program } from '../e2e/program.ts'
import { AppProcess } from './app-process.ts'
import { BareCommit } from './bare-commit.ts'
import { percentile, table } from './figures.ts'
import { environmentOf } from './kill-round.ts'
import { Api } from './kill-traffic.ts'
import { keep } from './results.ts'

/** Messages of a window: so many as are measured at once, before the other sides have their turn. */
const WINDOW = { bare: 400, one: 150, many: 600 }
const CLIENTS = 16
/** As many as take it: a mailbox holds a thousand, and nobody reads. */
const AGENTS = 40
/** So long until all of them may be at work, in ms. */
const COME = 120_000

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '15' } } })
const place = await Place.make()
const app = new AppProcess(
  place,
  await environmentOf({ cli: 'scripted', modelUrl: 'http://127.0.0.1:1' }, place),
)
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

const rates: Record<'bare' | 'express1' | 'janus1' | 'express16' | 'janus16', number[]> = {
  ...{ bare: [], express1: [], janus1: [], express16: [], janus16: [] },
}
let count = 0
for (let round = -2; round < Number(values.rounds); round += 1) {
  const seen = {
    bare: perSecond(WINDOW.bare, await timed(() => commits(WINDOW.bare))),
    express1: perSecond(WINDOW.one, await timed(() => send(`${express}/api`, 1, WINDOW.one))),
    janus1: perSecond(WINDOW.one, await timed(() => send(url, 1, WINDOW.one))),
    express16: perSecond(WINDOW.many, await timed(() => send(`${express}/api`, CLIENTS, WINDOW.many))),
    janus16: perSecond(WINDOW.many, await timed(() => send(url, CLIENTS, WINDOW.many))),
  }
  if (round >= 0)
    for (const [what, rate] of Object.entries(seen)) rates[what as keyof typeof rates].push(rate)
}
bare.close()
await app.end('SIGTERM')
await other.end('SIGTERM')
await place.clear()

const middle = (of: keyof typeof rates): number => percentile(rates[of], 0.5)
const row = (
  what: string,
  of: keyof typeof rates,
  against: keyof typeof rates,
  goal: string,
): (string | number)[] => [
  ...[
    what,
    Math.round(middle(of)),
    Math.round(middle(against)),
    (middle(of) / middle(against)).toFixed(2),
    goal,
  ],
]
await keep('durable', {
  title: 'P4: durable messages',
  about: `Messages a second: the person’s own tools write to agents of the built app over HTTP (kept-alive connections), each answered only when it is on the disk; medians of ${values.rounds} windows that take turns in one run. Against bare commits of SQLite (one small row each, WAL, synchronous FULL) without anything around them, and against an express app that does one such commit for each request.`,
  table: table(
    ['clients', 'Janus', 'against', '×', 'goal'],
    [
      row('16, against bare commits', 'janus16', 'bare', '≥ 0.5'),
      row('1, against express with a bare commit', 'janus1', 'express1', '≥ 0.8'),
      row('16, against express with a bare commit', 'janus16', 'express16', ''),
    ],
  ),
  figures: Object.fromEntries(
    Object.keys(rates).map((of) => [of, Math.round(middle(of as keyof typeof rates))]),
  ),
  samples: Object.fromEntries(Object.entries(rates).map(([of, all]) => [of, all.map(Math.round)])),
})

/** Agents that are all in a turn without end: the person's words wait in their mailboxes, and no process begins by them. */
async function occupy(): Promise<void> {
  await app.window('settings.change', { awake: AGENTS, sleepAfter: 86_400 })
  for (let n = 1; n <= AGENTS; n += 1) {
    const name = `agent${String(n)}`
    await api.ask('POST', '/agents', { name, cwd: place.work })
    await api.ask('POST', `/agents/${name}/message`, { message: 'wait: for ever' })
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

/** So many clients send together so many messages, each its next when the last was answered. */
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

async function timed(act: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await act()
  return performance.now() - began
}

function perSecond(times: number, ms: number): number {
  return (1000 * times) / ms
}
