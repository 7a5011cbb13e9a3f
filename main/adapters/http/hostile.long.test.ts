import { describeRefusals, useServed } from '../../testing/hostile-routes.ts'

useServed()
describeRefusals(0, 1)
