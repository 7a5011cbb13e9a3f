/**
 * A process that keeps planting things in the place of a file, for tests: `swapper.ts FILE VICTIM`: links to the
 * victim, a folder, a hard link. Says `swapping` once it has begun, and goes on until it is ended or whoever started it is gone.
 */
import { linkSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'

const [file = '', victim = ''] = process.argv.slice(2)
const plants = [
  () => symlinkSync(victim, file),
  () => linkSync(victim, file),
  () => mkdirSync(file),
  () => symlinkSync('/dev/full', file),
]

const parent = process.ppid
for (let n = 0; process.ppid === parent; n++) {
  try {
    rmSync(file, { force: true, recursive: true })
    plants[n % plants.length]?.()
  } catch {
    // The writer was quicker.
  }
  if (n === 0) console.log('swapping')
}
