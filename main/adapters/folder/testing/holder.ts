/**
 * A process that tries to hold a state folder, for tests: `holder.ts FOLDER`. Says `held` and keeps it until it is
 * ended or its input closes, or says why not.
 */
import { lockFolder } from '../lock.ts'

try {
  lockFolder(process.argv[2] ?? '')
  console.log('held')
  process.stdin.resume()
} catch (error) {
  console.log(String(error))
}
