import { endAll } from '../../adapters/processes/ladder.ts'
import { markName } from '../../adapters/processes/orphan-guard.ts'
import { systemClock } from '../../adapters/system-clock.ts'

/** How long, in ms, what nobody hears any more has to end in order: all is gone within three seconds. */
const gentle = 1_500

/** A program: ends every process that bears the mark in its first argument. See `orphan-guard.ts`. */
const [mark = ''] = process.argv.slice(2)
// Anything shorter could be others' too.
if (/^[0-9a-f]{24}\/[0-9a-f-]{36}\/$/.test(mark)) {
  await endAll(systemClock, null, `${markName}=${mark}`, gentle)
}
