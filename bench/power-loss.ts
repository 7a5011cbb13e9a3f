/**
 * F13: records by strace what the store writes and syncs, and opens what a disk may hold after a loss of power at every
 * moment of it: `npm run bench -- power-loss --commits 40 --minutes 10`. Wants strace (`apt install strace`).
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  canRecord,
  prefixes,
  problemAfter,
  randomLoss,
  record,
} from '../main/adapters/store/testing/power-loss.ts'
import { makeQuickFolder } from '../main/testkit/quick-folder.ts'
import { table } from './figures.ts'
import { numbersAsked } from './options.ts'
import { keep } from './results.ts'

/** `minutes`: for all; what is left after the prefixes goes to random subsets. */
const { commits, minutes, seed: firstSeed } = numbersAsked({ commits: 40, minutes: 10, seed: 1 })
if (!canRecord()) {
  console.error(
    'There is no strace here to record with. Install it (on Debian: apt install strace), on Linux.',
  )
  process.exit(1)
}
const above = makeQuickFolder('power')
const until = performance.now() + minutes * 60_000
const operations = record(above, commits)
const disk = join(above, 'disk')
const problems: string[] = []
const opened = { prefixes: 0, subsets: 0 }
let isWhole = true
for (const loss of prefixes(operations)) {
  isWhole = performance.now() < until
  if (!isWhole) break
  take(problemAfter(operations, loss, disk), 'prefixes')
}
for (let seed = firstSeed; performance.now() < until; seed += 1)
  take(problemAfter(operations, randomLoss(operations, seed), disk), 'subsets')
rmSync(above, { recursive: true, force: true })
if (problems.length > 0) process.exitCode = 1

const count = (what: string): number => operations.filter((operation) => operation.do.startsWith(what)).length
await keep('power-loss', {
  title: 'F13: loss of power',
  about:
    'The real store makes commits under strace; from the record of its writes and syncs the disk is made as it may be after a loss of power at a moment: what was synced is on it; of what was not, each write is there, is not, or is torn at a sector of 512 bytes; names that were made, changed or removed since the last sync of their folder are there, or none of them is. Each is opened with the real store, and must hold everything that was acknowledged before, once and whole, and at most the one commit more whose acknowledgement was cut off.',
  table: table(
    ['what', 'so many'],
    [
      ['commits acknowledged', count('acknowledge')],
      ['writes', count('write')],
      ['syncs', count('sync')],
      [`disks opened: ${isWhole ? 'every' : 'not every'} prefix, four ways`, opened.prefixes],
      ['disks opened: random subsets, half of them torn', opened.subsets],
      ['lost, doubled, half or damaged', problems.length],
    ],
  ),
  figures: { opened, problems, firstSeed },
  samples: {},
})

function take(problem: string | null, of: keyof typeof opened): void {
  opened[of] += 1
  if (problem === null) return
  problems.push(problem)
  console.error(problem)
}
