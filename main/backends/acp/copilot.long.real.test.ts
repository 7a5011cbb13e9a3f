import { describeBackend } from '../../testkit/suites/backend/backend-suite.ts'
import { commonDriver, driveAcp } from './real-driver.ts'

// Copilot accepts tool servers over HTTP only.
describeBackend(
  'the backend of Copilot',
  () => driveAcp('copilot', { ...commonDriver, tellsContext: true, takesUp: 'original' }),
  { shared: true },
)
