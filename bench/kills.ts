/**
 * Kills the app and its CLIs amid traffic: `npm run bench -- kills --cycles 1000 --minutes 60`. To repeat a
 * failed round use its seed: `--seed 7 --cycles 10`.
 */
import { parseArgs } from 'node:util'
import { startRehearsalModel } from '../main/adapters/rehearsal/server.ts'
import { percentile, table } from './figures.ts'
import { faults } from './kill-faults.ts'
import { Round, type RoundResult } from './kill-round.ts'
import { keep } from './results.ts'

const { values } = parseArgs({
  options: {
    cycles: { type: 'string', default: '1000' },
    /** No round begins after this time. */
    minutes: { type: 'string', default: '600' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '1' },
  },
})
const ROUND = 10
const until = performance.now() + Number(values.minutes) * 60_000
const model = await startRehearsalModel()
const results: RoundResult[] = []
let handedOut = 0
let nextSeed = Number(values.seed)
let kept: Promise<void> = Promise.resolve()
await Promise.all(Array.from({ length: Number(values.workers) }, work))
await kept
await model.close()
if (results.some(({ problems }) => problems.length > 0)) process.exitCode = 1

async function work(): Promise<void> {
  while (handedOut < Number(values.cycles) && performance.now() < until) {
    const count = Math.min(ROUND, Number(values.cycles) - handedOut)
    handedOut += count
    const seed = nextSeed++
    const result = await Round.run({ seed, cycles: count, agents: 3, modelUrl: model.url })
    results.push(result)
    const { acknowledged, problems } = result
    console.log(`seed ${String(seed)}: ${String(count)} cycles, ${String(acknowledged)} acknowledged`)
    for (const problem of problems) console.error(`  ${problem}`)
    kept = kept.then(save)
  }
}

async function save(): Promise<void> {
  const sum = (of: (result: RoundResult) => number): number => results.reduce((all, one) => all + of(one), 0)
  const having = (word: string): number =>
    sum(({ problems }) => problems.filter((problem) => problem.startsWith(word)).length)
  const starts = results.flatMap((one) => one.starts)
  const kills = faults.map((fault) => [`kills: ${fault}`, sum((one) => one.kills[fault])] as const)
  await keep(
    'kills',
    {
      title: 'Deaths of the app and its CLIs',
      about:
        'The built web shell and its agents’ CLIs on the built-in model, `kill -9` (`frozen`: SIGSTOP for a second) at random moments while the user writes to all agents and these to each other. `all`: the app and all CLIs at once; `twice`: the app again while it starts. What was acknowledged is counted by the answers of the API and of the tools, what was read by the CLIs’ transcripts, processes and descriptors by `/proc`; nothing by what Janus says of itself, but for what it says is held for the user or given up after three deaths.',
      table: table(
        ['what', 'so many'],
        [
          ['cycles', sum((one) => Object.values(one.kills).reduce((a, b) => a + b, 0))],
          ...kills,
          ['messages acknowledged', sum((one) => one.acknowledged)],
          ['of them by agents’ tools', sum((one) => one.byAgents)],
          ['held for the user, or given up after three deaths', sum((one) => one.visible)],
          ...['lost', 'doubled', 'out of order', 'stuck', 'orphans', 'left after the quit', 'zombies'].map(
            (word) => [word, having(word)] as const,
          ),
          ['rounds in which descriptors grew', having('descriptors')],
          ['starts of the app', starts.length],
          ['a start, ms, p50', Math.round(percentile(starts, 0.5))],
          ['a start, ms, p99', Math.round(percentile(starts, 0.99))],
        ],
      ),
      figures: { rounds: results.map(({ starts: _, ...rest }) => rest) },
      samples: { starts: starts.map(Math.round) },
    },
    true,
  )
}
