import { describeRefusals, useServed } from '../../testkit/served/hostile-routes.ts'

useServed()
describeRefusals(0, 1)
