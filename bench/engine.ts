/** P5: the cost of an event in the pure core, and in the store, as history grows and mailboxes fill. */
import { rm } from 'node:fs/promises'
import type { State } from '../main/core/step/state.ts'
import { linkedAgents, manyAgents, type Core } from './core.ts'
import { Crowd } from './crowd.ts'
import { makeHistories, type History } from './history.ts'
import { numbersAsked } from './options.ts'
import { pairsTable, processorTime, takeTurns, type Compared, type Pair } from './pairs.ts'
import { keep, samplesOf } from './results.ts'
import { StoredTalk, type StoreCost } from './stored-talk.ts'
import { Talk } from './talk.ts'

/** A full mailbox, minus one prompt's messages. */
const FULL = 980
const WINDOW = { exchanges: 300, rounds: 10 }

const costs: Readonly<Record<StoreCost, string>> = {
  event: 'an event, saved by itself',
  events: 'an event, saved with 99 others',
  message: 'a message by its id',
  key: 'a message by its idempotency key',
  thread: 'a question and its answer',
  tickets: 'the newest question at an agent',
  transcript: 'the newest 10 rows of a transcript',
  load: 'what a start reads',
}

/** `stored` limits the history that the store is measured with; writing a million takes half an hour. */
const asked = numbersAsked({ history: 1_000_000, stored: 1_000_000, rounds: 24 })
const { history, rounds } = asked
const stored = Math.min(history, asked.stored)
const sizes = [...new Set([1_000, stored, history])]
const histories = await makeHistories(sizes, stored)
const kept = histories.filter(({ folder }) => folder !== '')
const [short, long, longest] = [histories[0], kept.at(-1), histories.at(-1)]
if (short === undefined || long === undefined || longest === undefined) throw new Error('there is no history')

const core = takeTurns(
  [talkPair('all awake', short, longest, 100), talkPair('8 awake', short, longest, 8)],
  rounds,
)
const plain = (): Talk => new Talk(manyAgents(100, 100), 0, 4, 'none')
const linked = (): Talk => new Talk(linkedAgents(100, 100), 0, 4, 'none')
const gathered = (): Talk => new Talk(linkedAgents(100, 100), 0, 4, 'gatherings')
const links = takeTurns([withPair(plain, linked)], rounds)
const gatherings = takeTurns([withPair(linked, gathered)], rounds)
const store = measureStores(short, long)
for (const { folder } of kept) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
const mailboxes = takeTurns([crowdPair()], rounds)

const head = (after: History) =>
  ['10³ messages before', `${after.messages.toLocaleString('en')} messages before`] as const
const all = [...core, ...links, ...gatherings, ...store, ...mailboxes]
await keep('engine', {
  title: 'P5: engine',
  about:
    'Microseconds; medians of windows that take turns in one run. 100 agents: the user writes to one, it writes to another in its turn, each fourth time a question. Each is linked with the next, 50 links in all: of five, three in `answers`, one in `converse`, one in `absorb`; what a turn comes to crosses, and anchors fire. Five gatherings of four agents, the user and a harvester are open all the time: with every tenth exchange the piece goes once around in one of them, and what has come to its harvest is followed by another.',
  table: [
    `The pure core, processor time of one event (the update, and when to wake next). With all awake that is ${rate(core[0]?.against)} events a second at first, ${rate(core[0]?.measured)} in the end.`,
    pairsTable(['the core', ...head(longest)], core),
    'The same at first, without links and with them (a crossing is more work than a turn that nobody hears of).',
    pairsTable(['the core', 'no links', '50 links'], links),
    'The same with links, without gatherings and with them.',
    pairsTable(['the core', 'no gatherings', '5 gatherings'], gatherings),
    'The real store, holding all of it (every transcript row in the search index): time until its rows are on the disk, or until the answer is there.',
    pairsTable(['the store', ...head(long)], store),
    'The pure core again, with full mailboxes: every agent works, and as much comes in as is read.',
    pairsTable(['the core', 'nothing waits', `${FULL} wait at each agent`], mailboxes),
  ].join('\n\n'),
  figures: all.map(({ samples: _samples, ...figures }) => figures),
  samples: samplesOf(all.flatMap(({ samples }) => samples)),
})

function talkPair(name: string, before: History, after: History, awake: number): Pair {
  const side = ({ state, count }: History): (() => number) => {
    const talk = new Talk(withAwake(state, awake), count, 3, 'gatherings')
    return () => perEvent(talk.core, WINDOW.exchanges, () => talk.exchange())
  }
  return { name: `an event, ${name}`, sides: [side(before), side(after)] }
}

/** The same talk with and without something, from its beginning. */
function withPair(without: () => Talk, talk: () => Talk): Pair {
  const side =
    (one: Talk): (() => number) =>
    () =>
      perEvent(one.core, WINDOW.exchanges, () => one.exchange())
  return { name: 'an event, all awake, first hours', sides: [side(without()), side(talk())] }
}

/** Lets `awake` agents stay awake from the next event on. */
function withAwake(state: State, awake: number): State {
  return { ...state, limits: { ...state.limits, awake } }
}

function crowdPair(): Pair {
  const side = (waiting: number): (() => number) => {
    const crowd = new Crowd(manyAgents(100, 100), waiting)
    return () => perEvent(crowd.core, WINDOW.rounds, () => crowd.round())
  }
  return { name: 'an event', sides: [side(0), side(FULL)] }
}

function perEvent(core: Core, count: number, run: () => void): number {
  return processorTime(() => {
    const before = core.events
    for (let n = 0; n < count; n += 1) run()
    return core.events - before
  })
}

function measureStores(before: History, after: History): Compared[] {
  const [first, second] = [new StoredTalk(before), new StoredTalk(after)]
  const pairs = (Object.keys(costs) as StoreCost[]).map((cost): Pair => ({
    name: costs[cost],
    sides: [() => first.measure(cost), () => second.measure(cost)],
  }))
  const found = takeTurns(pairs, rounds)
  for (const talk of [first, second]) talk.close()
  return found
}

function rate(cost = Infinity): string {
  return Math.round(1e6 / cost).toLocaleString('en')
}
