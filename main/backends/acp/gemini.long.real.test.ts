import { isTheDays } from '../../testkit/factories/day.ts'
import { describeBackend } from '../../testkit/suites/backend/backend-suite.ts'
import { commonDriver, driveAcp } from './real-driver.ts'

describeBackend(
  'the backend of Gemini',
  () =>
    driveAcp('gemini', {
      ...commonDriver,
      keepsStopped: false,
      resumes: false,
      receipts: 'none',
      denial: 'plain',
    }),
  { shared: true, isDue: isTheDays(1, 2) },
)
