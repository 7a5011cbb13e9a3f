/** P2: how long words take from the end of A's turn to the input of those linked with A. */
import { parseArgs } from 'node:util'
import { startRehearsal } from '../main/adapters/rehearsal/server.ts'
import { BareCommit } from './bare-commit.ts'
import { figuresOf, type Row } from './figures.ts'
import { link, openTabs, type Circle, type Tabs } from './linked-tabs.ts'
import { keepLatencies } from './results.ts'

/**
 * What is measured: so many peers, and so many sayings. `warm` are not counted: caches and compilers get warm in them,
 * and the rules of a link are told. Between two agents no more than 20 a minute may cross.
 */
const plan = [
  { peers: 1, warm: 16, said: 100 },
  { peers: 8, warm: 6, said: 48 },
  { peers: 32, warm: 3, said: 32 },
]
/** Tabs that are awake; enough for the largest circle. */
const AGENTS = 33
/** Pairs of real CLIs. */
const REAL_PAIRS = 2

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '1' } } })
const model = await startRehearsal()
const rows: Row[] = []
/** One bare commit beside each saying of Janus. */
const bare: number[] = []
let count = 0

const tabs = await openTabs(AGENTS, 'stand-in', model.url)
for (const one of plan) await measure(tabs, one, nameOf(one.peers))
await tabs.close()
const real = await openTabs(2 * REAL_PAIRS, 'real', model.url)
await measure(real, { peers: 1, warm: 4, said: 20 }, '1 peer, real CLIs')
await real.close()
await model.close()

const floor = 'a bare commit'
rows.push({ name: floor, samples: bare })
await keepLatencies('crossing', {
  title: 'P2: crossing',
  about: [
    'Milliseconds from the end of A’s turn (A’s process writes its result) until the words have come to the input of each agent linked with A, in mode `converse`; both moments noted in those agents’ own processes.',
    'The whole app, its store on disk with every commit synced, its adapter for Claude; behind that a small stand-in, which answers the protocol and notes the time, or (last row) the real CLI on the built-in model, its input and output passed on by such a one.',
    'What the disk gave meanwhile: one row committed with nothing around it, once beside each saying. A crossing cannot be quicker than the two commits it comes to: that of A’s last words, and that of the end of its turn with all that follows from it.',
  ].join('\n\n'),
  head: ['linked with', 'crossings', 'a commit'],
  rows,
  figures: figuresOf(rows, floor),
})

/** Lets the first of each circle speak, with a bare commit beside each saying. */
async function measure(
  tabs: Tabs,
  { peers, warm, said }: (typeof plan)[number],
  name: string,
): Promise<void> {
  const circle = await link(tabs, peers)
  const disk = new BareCommit(tabs.home)
  const samples: number[] = []
  for (let n = 0; n < warm; n += 1) await timed(circle)
  for (let n = 0; n < said * Number(values.rounds); n += 1) {
    samples.push(...(await timed(circle)))
    bare.push(disk.measure())
  }
  disk.close()
  await circle.close()
  rows.push({ name, samples })
}

/** Milliseconds to each listener. */
async function timed(circle: Circle): Promise<number[]> {
  const { said, heard } = await circle.say(`mark-${(count += 1)}`)
  return heard.map((at) => (at - said) / 1000)
}

function nameOf(peers: number): string {
  return peers === 1 ? '1 peer' : `${peers} peers`
}
