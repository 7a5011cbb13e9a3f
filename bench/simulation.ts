/**
 * Tells very many worlds of the simulation, beside each other on all cores:
 * `npm run bench -- simulation --weeks 200000 --minutes 60`; `--first` takes a run up at another seed.
 */
import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Kind } from '../main/testkit/simulation/world.ts'
import { table } from './figures.ts'
import { numbersAsked } from './options.ts'
import { keep } from './results.ts'
import type { Slice, Told } from './world-teller.ts'

/** Seeds of this size of worlds are given out at a time. */
const SLICE = 200

/** No slice is begun after so many minutes. The first seed of each kind lies beyond those of any day. */
const { weeks, gatherings, minutes, workers, first } = numbersAsked({
  weeks: 200_000,
  gatherings: 50_000,
  minutes: 600,
  workers: availableParallelism(),
  first: 2_100_000_000,
})
const wanted: Readonly<Record<Kind, number>> = { week: weeks, gathering: gatherings }
const began = performance.now()
const until = began + minutes * 60_000
/** What was told so far; its worlds and messages by kind. */
const book = {
  first,
  worlds: { week: 0, gathering: 0 },
  messages: { week: 0, gathering: 0 },
  counts: {} as Record<string, number>,
  twice: 0,
  cpuMinutes: 0,
  broken: [] as string[],
}
/** Worlds that were given out to be told, by kind. */
const handed: Record<Kind, number> = { week: 0, gathering: 0 }
/** Results are kept one after the other. */
let kept: Promise<void> = Promise.resolve()

await Promise.all(Array.from({ length: workers }, work))
await save(false)
if (book.broken.length > 0) process.exitCode = 1

/** One process that tells slices until there are no more. */
async function work(): Promise<void> {
  const teller = fork(join(import.meta.dirname, 'world-teller.ts'), { execArgv: ['--no-warnings'] })
  try {
    for (let slice = nextSlice(); slice !== null; slice = nextSlice()) {
      add(await toldBy(teller, slice))
      await save(true)
    }
  } finally {
    teller.disconnect()
  }
}

function toldBy(teller: ReturnType<typeof fork>, slice: Slice): Promise<Told> {
  return new Promise((resolve, reject) => {
    const gone = (code: number | null): void => {
      const last = slice.first + slice.count - 1
      reject(new Error(`The teller of ${slice.kind}s ${slice.first} to ${last} ended (${String(code)}).`))
    }
    teller.once('exit', gone)
    teller.once('message', (told) => {
      teller.off('exit', gone)
      resolve(told as Told)
    })
    teller.send(slice)
  })
}

/** Of the kind of which the smaller share is told. */
function nextSlice(): Slice | null {
  if (performance.now() >= until) return null
  const open = (['week', 'gathering'] as const).filter((kind) => handed[kind] < wanted[kind])
  const [kind] = open.toSorted((a, b) => handed[a] / wanted[a] - handed[b] / wanted[b])
  if (kind === undefined) return null
  const count = Math.min(SLICE, wanted[kind] - handed[kind])
  const slice = { kind, first: first + handed[kind], count }
  handed[kind] += count
  return slice
}

function add({ slice, messages, counts, twice, cpuMs, broken }: Told): void {
  book.worlds[slice.kind] += slice.count
  book.messages[slice.kind] += messages
  for (const [what, times] of Object.entries(counts)) book.counts[what] = (book.counts[what] ?? 0) + times
  book.twice += twice
  book.cpuMinutes += cpuMs / 60_000
  book.broken.push(...broken)
  for (const line of broken) console.error(line)
}

function save(quietly: boolean): Promise<void> {
  kept = kept.then(() => write(quietly))
  return kept
}

async function write(quietly: boolean): Promise<void> {
  const { worlds, messages, counts, twice, cpuMinutes, broken } = book
  const seconds = (performance.now() - began) / 1000
  const number = (n: number): string => Math.round(n).toLocaleString('en')
  const died = counts['broken off: died'] ?? 0
  const sum = worlds.week + worlds.gathering
  await keep(
    'simulation',
    {
      title: 'Very many worlds',
      about:
        'Random weeks and gatherings of the real core and engine in virtual time, each with its own seed, watched after every step: each accepted message is in a conversation once and in order, nothing is stuck when the world has come to rest, and all else in docs/invariants.md. A process that dies in the middle of a turn is one kill; each hundredth world is told twice and must tell the same.',
      table: table(
        ['what', 'so many'],
        [
          ['weeks', number(worlds.week)],
          ['gatherings', number(worlds.gathering)],
          ['messages', number(messages.week + messages.gathering)],
          ['turns broken off by a death', number(died)],
          ['told twice, the same', number(twice)],
          ['promises broken (lost, doubled, out of order, stuck, other)', number(broken.length)],
          ['minutes of processor', number(cpuMinutes)],
          ['worlds in a minute of one processor', number(sum / cpuMinutes)],
          ['worlds in a minute of this run', number((60 * sum) / seconds)],
        ],
      ),
      figures: book,
      samples: {},
    },
    quietly,
  )
}
