/**
 * Tries to lock a state folder: `holder.ts FOLDER`. Prints `held` and keeps the lock until its input
 * closes, or prints the error.
 */
import { lockFolder } from '../lock.ts'

try {
  lockFolder(process.argv[2] ?? '')
  console.log('held')
  process.stdin.resume()
} catch (error) {
  console.log(String(error))
}
