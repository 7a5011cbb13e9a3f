import { isTheDays } from '../../testkit/factories/day.ts'
import { describeBackend } from '../../testkit/suites/backend/backend-suite.ts'
import { commonDriver, driveAcp } from './real-driver.ts'

describeBackend(
  'the backend of Qwen',
  () => driveAcp('qwen', { ...commonDriver, steers: true, copies: true, resumesHistory: 'copy' }),
  {
    shared: true,
    isDue: isTheDays(1, 2),
  },
)
