/** P2: the time from the end of A's turn until its text reaches the input of the agents linked with A. */
import { startRehearsal } from '../main/adapters/rehearsal/testing/watched-model.ts'
import { BareCommit } from './bare-commit.ts'
import { note, type Row } from './figures.ts'
import { link, openTabs, type Circle, type Tabs } from './linked-tabs.ts'
import { numbersAsked } from './options.ts'
import { keepLatencies } from './results.ts'

/**
 * `warm` samples are not counted: caches and compilers warm up, and the agents get the link's rules. Janus
 * lets at most 20 messages a minute cross between two agents.
 */
const plan = [
  { peers: 1, warm: 16, said: 100 },
  { peers: 8, warm: 6, said: 48 },
  { peers: 32, warm: 3, said: 32 },
]
/** Enough for the largest group. */
const AGENTS = 33
const REAL_PAIRS = 2

const { rounds } = numbersAsked({ rounds: 1 })
const model = await startRehearsal()
const rows = new Map<string, Row>()
/** One bare commit beside each message of Janus. */
const floor: Row = { name: 'a bare commit', samples: [] }
let count = 0

const tabs = await openTabs(AGENTS, 'stand-in', model.url)
for (const one of plan) await measure(tabs, one, one.peers === 1 ? '1 peer' : `${one.peers} peers`)
await tabs.close()
const real = await openTabs(2 * REAL_PAIRS, 'real', model.url)
await measure(real, { peers: 1, warm: 4, said: 20 }, '1 peer, real CLIs')
await real.close()
await model.close()

const about = [
  'Milliseconds from the end of A’s turn (A’s process writes its result) until the words have come to the input of each agent linked with A, in mode `converse`; both moments noted in those agents’ own processes.',
  'The whole app, its store on disk with every commit synced, its adapter for Claude; behind that a small stand-in, which answers the protocol and notes the time, or (last row) the real CLI on the built-in model, its input and output passed on by such a one.',
  'What the disk gave meanwhile: one row committed with nothing around it, once beside each saying. A crossing cannot be quicker than the two commits it comes to: that of A’s last words, and that of the end of its turn with all that follows from it.',
].join('\n\n')
const head = ['linked with', 'crossings', 'a commit'] as const
await keepLatencies('crossing', { title: 'P2: crossing', about }, head, [...rows.values(), floor], floor.name)

/** Measures the first agent of each group, with a bare commit beside each message. */
async function measure(
  tabs: Tabs,
  { peers, warm, said }: (typeof plan)[number],
  name: string,
): Promise<void> {
  const circle = await link(tabs, peers)
  const disk = new BareCommit(tabs.home)
  for (let n = 0; n < warm; n += 1) await timed(circle)
  for (let n = 0; n < said * rounds; n += 1) {
    for (const ms of await timed(circle)) note(rows, name, ms)
    floor.samples.push(disk.measure())
  }
  disk.close()
  await circle.close()
}

/** Milliseconds to each listener. */
async function timed(circle: Circle): Promise<number[]> {
  const { said, heard } = await circle.say(`mark-${(count += 1)}`)
  return heard.map((at) => (at - said) / 1000)
}
