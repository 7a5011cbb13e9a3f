import { describeBackend } from '../../testkit/suites/backend/backend-suite.ts'
import { commonDriver, driveAcp } from './real-driver.ts'

describeBackend(
  'the backend of Qwen',
  () => driveAcp('qwen', { ...commonDriver, steers: true, copies: true, takesUp: 'copy' }),
  {
    shared: true,
  },
)
