import { isTheDays } from '../../testkit/factories/day.ts'
import { describeBackend } from '../../testkit/suites/backend/backend-suite.ts'
import { commonDriver, driveAcp } from './real-driver.ts'

// Copilot accepts tool servers over HTTP only.
describeBackend(
  'the backend of Copilot',
  () => driveAcp('copilot', { ...commonDriver, tellsContext: true, resumesHistory: 'original' }),
  { shared: true, isDue: isTheDays(0, 2) },
)
