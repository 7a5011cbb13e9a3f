import { describeBackend } from '../../testkit/suites/backend/backend-suite.ts'
import { commonDriver, driveAcp } from './real-driver.ts'

// Its tools it takes over HTTP alone.
describeBackend(
  'the backend of Copilot',
  () => driveAcp('copilot', { ...commonDriver, tellsContext: true, takesUp: 'original' }),
  { shared: true },
)
