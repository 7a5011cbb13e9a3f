/**
 * A machine in a process of its own, for tests that kill it: `taker.ts FLEET-FILE N`. Tells on stdout the number of each
 * envelope that it has saved; of the Nth the broker is never told.
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
