import { spawn } from 'node:child_process'
import { windows } from '../child.mjs'

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/**
 * Asks a desktop app for its end. Windows has no signal for it, but a window can be asked to close. Elsewhere only the
 * app itself is told: what Chromium has running beside it would die of a signal, and the app of that.
 * @param {ChildProcess} app
 * @param {'SIGTERM' | 'SIGINT'} signal
 */
export function ask(app, signal) {
  if (windows) taskkill(app)
  else app.kill(signal)
}

/**
 * Ends it with everything in its session, as it is.
 * @param {ChildProcess} app
 */
export function force(app) {
  if (app.pid === undefined) return
  if (windows) {
    if (app.exitCode === null) taskkill(app, '/T', '/F')
    return
  }
  try {
    process.kill(-app.pid, 'SIGKILL')
  } catch {
    // Nothing of it lives any more.
  }
}

/**
 * Asks, and forces it when it has not heeded for so long, in ms. What it left behind in its session goes too.
 * @param {ChildProcess} app
 * @param {'SIGTERM' | 'SIGINT'} signal
 * @param {number} patience
 */
export function end(app, signal, patience) {
  ask(app, signal)
  const timer = setTimeout(() => force(app), patience)
  app.once('exit', () => {
    clearTimeout(timer)
    force(app)
  })
}

/**
 * @param {ChildProcess} app
 * @param {string[]} how
 */
function taskkill({ pid }, ...how) {
  // Without it there is no other way; its complaint that there is no such process says nothing.
  spawn('taskkill', ['/PID', String(pid), ...how], { stdio: 'ignore' }).on('error', () => undefined)
}
