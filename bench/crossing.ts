/** P2: how long words take from the end of A's turn to the input of those linked with A, against a terminal relay. */
import { parseArgs } from 'node:util'
import { startRehearsal } from '../main/adapters/rehearsal/server.ts'
import { BareCommit } from './bare-commit.ts'
import { raceOf, table, type Race, type Ranks, type Row } from './figures.ts'
import { link, openTabs, type Tabs } from './linked-tabs.ts'
import { keep, samplesOf } from './results.ts'
import { openTerminals, type Circle } from './terminals.ts'
import { tmuxMissing } from './tmux.ts'

/**
 * What is measured: so many peers, so many sayings of the relay, and so many of Janus beside each. `warm` are not
 * counted: caches and compilers get warm in them, and the rules of a link are told. Between two agents no more than
 * 20 a minute may cross.
 */
const plan = [
  { peers: 1, warm: 16, relayed: 20, beside: 5 },
  { peers: 8, warm: 6, relayed: 6, beside: 8 },
  { peers: 32, warm: 3, relayed: 4, beside: 8 },
]
/** Tabs that are awake; enough for the largest circle. */
const AGENTS = 33
/** Pairs of real CLIs. */
const REAL_PAIRS = 2

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '1' } } })
const missing = tmuxMissing()
if (missing !== null) process.stderr.write(`${missing}\n`)
const model = await startRehearsal()
const rows: Row[] = []
const races: Race[] = []
/** One bare commit beside each saying of Janus. */
const bare: number[] = []
let count = 0

const tabs = await openTabs(AGENTS, 'stand-in', model.url)
for (const one of plan) await race(tabs, one, nameOf(one.peers))
await tabs.close()
const real = await openTabs(2 * REAL_PAIRS, 'real', model.url)
await race(real, { peers: 1, warm: 4, relayed: 10, beside: 2 }, '1 peer, real CLIs')
await real.close()
await model.close()

const floor = raceOf('a bare commit', bare, []).own
await keep('crossing', {
  title: 'P2: crossing',
  about: [
    'Milliseconds from the end of A’s turn (A’s process writes its result) until the words have come to the input of each agent linked with A, in mode `converse`; both moments noted in those agents’ own processes.',
    'Janus: the whole app, its store on disk with every commit synced, its adapter for Claude; behind that a small stand-in, which answers the protocol and notes the time, or (last row) the real CLI on the built-in model, its input and output passed on by such a one.',
    'The other side is a relay between terminals, in a tmux of its own: every pane is captured once a second, what is new in one is typed into all others under the name of who said it, one after the other, each with the second between the text and Enter that such a sending takes. Words come at random moments of its second. Both sides take turns in one run.',
    ...(missing === null ? [] : [missing]),
  ].join('\n\n'),
  table: [
    racesTable(),
    'What the disk gave meanwhile: one row committed with nothing around it, once beside each saying. A crossing cannot be quicker than the two commits it comes to: that of A’s last words, and that of the end of its turn with all that follows from it.',
    table(
      ['milliseconds', 'commits', 'p50', 'p95', 'p99'],
      [['a bare commit', bare.length, ...cells(floor)]],
    ),
  ].join('\n\n'),
  figures: { races, floor },
  samples: samplesOf(rows),
})

/** Lets Janus and the relay take turns. */
async function race(
  tabs: Tabs,
  { peers, warm, relayed, beside }: (typeof plan)[number],
  name: string,
): Promise<void> {
  const own = await link(tabs, peers)
  const disk = new BareCommit(tabs.home)
  const other = missing === null ? await openTerminals(peers) : null
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let n = 0; n < warm; n += 1) await timed(own)
  for (let n = 0; n < relayed * Number(values.rounds); n += 1) {
    for (let m = 0; m < beside; m += 1) {
      ours.push(...(await timed(own)))
      bare.push(disk.measure())
    }
    if (other !== null) theirs.push(...(await timed(other)))
  }
  await other?.close()
  disk.close()
  await own.close()
  rows.push({ name: `Janus, ${name}`, samples: ours }, { name: `relay, ${name}`, samples: theirs })
  races.push(raceOf(name, ours, theirs))
}

/** Milliseconds to each listener. */
async function timed(circle: Circle): Promise<number[]> {
  const { said, heard } = await circle.say(`mark-${(count += 1)}`)
  return heard.map((at) => (at - said) / 1000)
}

function racesTable(): string {
  return table(
    ['linked with', 'crossings', ...ranks('Janus'), 'relayed', ...ranks('relay'), ...ranks('× faster,')],
    races.map(({ name, count, own, other, faster }) => [
      ...[name, count, ...cells(own), other?.count ?? '–', ...cells(other), ...cells(faster)],
    ]),
  )
}

function nameOf(peers: number): string {
  return peers === 1 ? '1 peer' : `${peers} peers`
}

function ranks(side: string): string[] {
  return ['p50', 'p95', 'p99'].map((rank) => `${side} ${rank}`)
}

function cells(found: Ranks | null): (string | number)[] {
  return found === null ? ['–', '–', '–'] : [found.p50, found.p95, found.p99]
}
