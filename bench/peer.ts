/** P1: the time from the tool call of A's model to the request of B's CLI, on each route. */
import { inTurns } from './figures.ts'
import { startModelElsewhere } from './model-elsewhere.ts'
import { numbersAsked } from './options.ts'
import { keepLatencies } from './results.ts'
import { measure, openJanusRoutes, openOwnRoute } from './routes.ts'

/** Uncounted rounds: caches and compilers warm up. */
const WARM_UP = 3

const { pairs } = numbersAsked({ pairs: 60 })
const model = await startModelElsewhere()
const routes = [await openOwnRoute(model.url), ...(await openJanusRoutes(model.url))]
const sides = routes.map((route, at) => ({
  name: route.name,
  measure: (round: number) => measure(route, model, `message-${at}-${round}`),
}))
const rows = await inTurns(sides, pairs, WARM_UP)
for (const route of routes.toReversed()) await route.close()
await model.close()

const about =
  'Milliseconds from the tool call of A’s model to the request that B’s CLI sends its model; both awake and idle, real CLIs, all routes in turn in one run. Writers take turns, so that the loop guard (20 messages a minute between two agents) has nothing to hold; what is said differs each time.'
const head = ['route', 'pairs', 'own'] as const
await keepLatencies('peer', { title: 'P1: peer latency', about }, head, rows, rows[0]?.name ?? '')
