/** P13: model calls in an hour of the rehearsal, by what began them: what nobody asked for is what agents are woken for in vain. */
import { table } from './figures.ts'
import { causes, doings, liveHour } from './rehearsed-hour.ts'
import { keep } from './results.ts'

const hours = [await liveHour('ends it'), await liveHour('goes on')]
const totals = hours.map((hour) => causes.reduce((sum, cause) => sum + hour[cause], 0))

await keep('calls', {
  title: 'P13: model calls in an hour',
  about: `Four agents of the built-in model, the real core in virtual time. The user: ${doings
    .map(({ at, what }) => `${what} (minute ${at})`)
    .join(
      ', ',
    )}; then quiet until the hour is over. A turn is counted by what began it, and is one call of a model at least. A model may end an anchor (“SILENT”), or go on each time.`,
  table: table(
    ['begun by', 'turns: ends its anchors', 'turns: goes on'],
    [...causes.map((cause) => [cause, ...hours.map((hour) => hour[cause])]), ['all', ...totals]],
  ),
  figures: hours,
  samples: {},
})
