import { describe, it } from 'vitest'
import { describePost } from '../../testkit/suites/post/post-suite.ts'
import { describeAuthority } from './testing/authority.ts'
import { natsServer } from './testing/nats-server.ts'
import { describeOutages } from './testing/outages.ts'
import { RealFleet } from './testing/real-fleet.ts'

if (natsServer === null) describe('post over NATS', () => it.skipIf(true)('no nats-server', () => {}))
else {
  describePost('post over NATS', (plan) => RealFleet.found(plan))
  describeAuthority()
  describeOutages()
}
