/** P1: how long a message takes from the tool call of A's model to the request of B's CLI, on each route. */
import { parseArgs } from 'node:util'
import { figuresOf, type Row } from './figures.ts'
import { keepLatencies } from './results.ts'
import { startModelElsewhere } from './model-elsewhere.ts'
import { measure, openJanusRoutes, openOwnRoute } from './routes.ts'

/** Rounds that are not counted: caches and compilers get warm in them. */
const WARM_UP = 3

const { values } = parseArgs({ options: { pairs: { type: 'string', default: '60' } } })
const model = await startModelElsewhere()
const routes = [await openOwnRoute(model.url), ...(await openJanusRoutes(model.url))]
const rows: Row[] = routes.map(({ name }) => ({ name, samples: [] }))

for (let round = -WARM_UP; round < Number(values.pairs); round += 1) {
  for (const step of routes.keys()) {
    // Each round begins with another route, so that none always follows the same one.
    const index = (step + round + WARM_UP) % routes.length
    const route = routes[index]
    if (route === undefined) continue
    const took = await measure(route, model, `message-${index}-${round + WARM_UP}`)
    if (round >= 0) rows[index]?.samples.push(took)
  }
}
for (const route of routes.toReversed()) await route.close()
await model.close()

await keepLatencies('peer', {
  title: 'P1: peer latency',
  about:
    'Milliseconds from the tool call of A’s model to the request that B’s CLI sends its model; both awake and idle, real CLIs, all routes in turn in one run. Writers take turns, so that the loop guard (20 messages a minute between two agents) has nothing to hold; what is said differs each time.',
  head: ['route', 'pairs', 'own'],
  rows,
  figures: figuresOf(rows, rows[0]?.name ?? ''),
})
