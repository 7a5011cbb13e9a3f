/** P7: how long a message to a sleeping agent takes to its CLI's model, against that CLI started by hand. */
import { parseArgs } from 'node:util'
import { startRehearsal } from '../main/adapters/rehearsal/server.ts'
import { figuresOf, type Row } from './figures.ts'
import { keepLatencies } from './results.ts'
import { openSleeper } from './sleeper.ts'

/** Rounds that are not counted: files and compilers get warm in them. */
const WARM_UP = 2

const { values } = parseArgs({ options: { wakes: { type: 'string', default: '20' } } })
const model = await startRehearsal()
const sleeper = await openSleeper(model)
const { ways } = sleeper
const rows: Row[] = ways.map(({ name }) => ({ name, samples: [] }))

for (let round = -WARM_UP; round < Number(values.wakes); round += 1) {
  for (const step of ways.keys()) {
    // Each round begins with another way, so that none always follows the same one.
    const index = (step + round + WARM_UP) % ways.length
    const took = await ways[index]?.wake(`wake ${round + WARM_UP} by way ${index}`)
    if (round >= 0 && took !== undefined) rows[index]?.samples.push(took)
  }
}
await sleeper.close()
await model.close()

await keepLatencies('wake', {
  title: 'P7: waking',
  about:
    'Milliseconds from the message until its agent’s CLI asks the model; nothing of that CLI runs before. By hand: the same program resumes the same conversation with the same options and tools, and is given the same words. All ways in turn in one run; the conversation grows by one turn each time.',
  head: ['way', 'wakes', 'by hand'],
  rows,
  figures: figuresOf(rows, rows[0]?.name ?? ''),
})
