import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { nodePath } from '../bootstrap.mjs'
import { run } from '../child.mjs'

/**
 * Whether a desktop app may have this state folder already. It may hang, and Chromium gives it some time; or it is long
 * dead, and only its link to nowhere is left. Of a folder that cannot be looked into, the app itself says so.
 * @param {string} folder
 */
export function mayHaveFirst(folder) {
  try {
    return lstatSync(join(folder, 'window', 'SingletonLock'), { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

/** Waits for the lock without taking more than a moment of it. In a process of its own: this one's Node may be older. */
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
 * Waits until nobody has the state folder, but no longer than so many ms. Who comes then says whose it is.
 * @param {string} folder
 * @param {number} limit
 */
export async function untilFree(folder, limit) {
  const args = ['-e', wait, join(folder, 'lock.db'), String(limit)]
  return (await run(nodePath(), args, { stdio: 'ignore' })) === 0
}
