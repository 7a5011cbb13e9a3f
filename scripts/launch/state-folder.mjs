import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { nodePath } from '../bootstrap.mjs'
import { run } from '../child.mjs'

/**
 * Returns whether another desktop app may own this state folder. It may hang, in which case Chromium waits
 * for it, or be dead and have left a dangling link. The app itself reports an unreadable folder.
 * @param {string} folder
 */
export function mayHaveFirst(folder) {
  try {
    return lstatSync(join(folder, 'window', 'SingletonLock'), { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

/** Waits for the lock without keeping it. A separate process, since this one's Node may be too old for SQLite. */
const wait = `
const { existsSync } = require('node:fs')
const [path, limit] = process.argv.slice(1)
if (existsSync(path)) {
  const { DatabaseSync } = require('node:sqlite')
  const lock = new DatabaseSync(path, { timeout: Number(limit) })
  lock.exec('BEGIN EXCLUSIVE')
  lock.close()
}`

/**
 * Waits until nobody owns the state folder, up to `limit` ms. The next app checks the owner itself.
 * @param {string} folder
 * @param {number} limit
 */
export async function untilFree(folder, limit) {
  const args = ['-e', wait, join(folder, 'lock.db'), String(limit)]
  return (await run(nodePath(), args, { stdio: 'ignore' })) === 0
}
