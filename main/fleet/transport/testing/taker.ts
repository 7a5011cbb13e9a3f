/**
 * A machine in a separate process, for tests that kill it: `taker.ts FLEET-FILE N`. Prints the number of
 * each saved envelope and never acknowledges the Nth.
 */
import { writeSync } from 'node:fs'
import { systemClock } from '../../../adapters/system-clock.ts'
import { openNatsTransport } from '../nats-transport.ts'

const [file = '', held] = process.argv.slice(2)
const transport = await openNatsTransport({ file, clock: systemClock })
transport.connect({
  arrived: ({ n }) => {
    writeSync(1, `${n}\n`)
    return n === Number(held) ? new Promise(() => {}) : Promise.resolve()
  },
  present: () => {},
  brokerChanged: () => {},
})
