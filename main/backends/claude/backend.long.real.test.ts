import { describeBackend } from '../../testkit/suites/backend/backend-suite.ts'
import { driveClaude } from './real-driver.ts'

describeBackend('the Claude backend, each time in new processes', driveClaude)
