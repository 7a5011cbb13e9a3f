import { describe, it } from 'vitest'
import { describeAuthority } from './testing/authority.ts'
import { natsServer } from './testing/nats-server.ts'
import { describeOutages } from './testing/outages.ts'
import { describeTransport } from './testing/transport-suite.ts'

if (natsServer === null) describe('transport over NATS', () => it.skipIf(true)('no nats-server', () => {}))
else {
  describeTransport()
  describeAuthority()
  describeOutages()
}
