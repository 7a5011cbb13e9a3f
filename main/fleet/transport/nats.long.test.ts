import { describe, it } from 'vitest'
import { describeAuthority } from './testing/authority.ts'
import { natsServer } from './testing/nats-server.ts'
import { describeOutages } from './testing/outages.ts'
import { describePost } from './testing/post-suite.ts'

if (natsServer === null) describe('post over NATS', () => it.skipIf(true)('no nats-server', () => {}))
else {
  describePost()
  describeAuthority()
  describeOutages()
}
