/** A process that tells worlds of the simulation for the one who forked it: a slice of seeds at a time. */
import { createHash } from 'node:crypto'
import { keepBroken } from '../main/testkit/simulation/broken.ts'
import { tell, type Kind } from '../main/testkit/simulation/world.ts'

/** Seeds from `first` on, so many. */
export interface Slice {
  readonly kind: Kind
  readonly first: number
  readonly count: number
}

/** What came of a slice. */
export interface Told {
  readonly slice: Slice
  readonly messages: number
  readonly counts: Readonly<Record<string, number>>
  /** Promises that were broken, each with its seed. */
  readonly broken: readonly string[]
  /** Seeds that were told a second time; all told the same, or they stand in `broken`. */
  readonly twice: number
  readonly cpuMs: number
}

/** Each so-and-so-many-th world is told twice. */
const again = 100

// Refusals are part of the story, and nobody asks where they were thrown.
Error.stackTraceLimit = 0
process.on('message', (slice: Slice) => void tellSlice(slice).then((told) => process.send?.(told)))

async function tellSlice(slice: Slice): Promise<Told> {
  const { kind, first, count } = slice
  const began = process.cpuUsage()
  const counts: Record<string, number> = {}
  const found: string[] = []
  let [messages, twice] = [0, 0]
  for (let seed = first; seed < first + count; seed += 1) {
    const { world, broken } = tell(kind, seed)
    // Answers to commands that nobody has waited for are let go.
    await Promise.resolve()
    messages += world.watch.ledger.messages.size
    for (const [what, times] of Object.entries(world.watch.counts)) counts[what] = (counts[what] ?? 0) + times
    if (broken) {
      keepBroken(kind, seed, broken)
      found.push(`${kind} ${String(seed)}: ${broken.message}`)
    } else if (seed % again === 0) {
      twice += 1
      if (hashOf(world.log) !== hashOf(tell(kind, seed).world.log))
        found.push(`${kind} ${String(seed)}: told otherwise the second time`)
    }
  }
  const used = process.cpuUsage(began)
  return { slice, messages, counts, broken: found, twice, cpuMs: (used.user + used.system) / 1000 }
}

function hashOf(log: readonly string[]): string {
  return createHash('sha256').update(log.join('\n')).digest('hex')
}
