import { isTheDays } from '../../testkit/factories/day.ts'
import { describeBackend } from '../../testkit/suites/backend/backend-suite.ts'
import { commonDriver, driveAcp } from './real-driver.ts'

describeBackend(
  'the backend of OpenCode',
  () =>
    driveAcp('opencode', {
      ...commonDriver,
      steers: true,
      copies: true,
      resumesHistory: 'copy',
      cost: 'usd',
      tellsContext: true,
    }),
  { shared: true, isDue: isTheDays(0, 2) },
)
