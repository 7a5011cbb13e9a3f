import { spawn } from 'node:child_process'
import { windows } from '../child.mjs'

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/**
 * Asks a desktop app to quit. Windows has no signal for it, so its window is asked to close. Elsewhere only
 * the main process is signaled: a signal would kill Chromium's helpers, and the app with them.
 * @param {ChildProcess} app
 * @param {'SIGTERM' | 'SIGINT'} signal
 */
export function ask(app, signal) {
  if (windows) taskkill(app)
  else app.kill(signal)
}

/**
 * Kills the app and everything in its session.
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
    // The process has already ended.
  }
}

/**
 * Asks the app to quit, and kills it after `patience` ms. Then kills what is left in its session.
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
  // Without taskkill there is no other way; its error for a missing process is irrelevant.
  spawn('taskkill', ['/PID', String(pid), ...how], { stdio: 'ignore' }).on('error', () => undefined)
}
