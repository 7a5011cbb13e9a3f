import { isTheDays } from '../../testkit/factories/day.ts'
import { describeBackend } from '../../testkit/suites/backend/backend-suite.ts'
import { commonDriver, driveAcp } from './real-driver.ts'

// Started by a command line: the only agent at hand that answers in version 2 of the protocol.
describeBackend(
  'the backend of an agent by its command line',
  () =>
    driveAcp('other', {
      ...commonDriver,
      addsFolders: true,
      steers: true,
      copies: true,
      receipts: 'id',
      compacts: true,
      tellsContext: true,
      readsAtOnce: true,
    }),
  { shared: true, isDue: isTheDays(0, 2) },
)
