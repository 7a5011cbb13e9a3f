/**
 * Keeps replacing a file with links to a victim, folders and hard links: `swapper.ts FILE VICTIM`. Prints
 * `swapping` once started; ends with its parent.
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
    // The writer won the race.
  }
  if (n === 0) console.log('swapping')
}
