import { spawn } from 'node:child_process'
import { windows } from '../child.mjs'
import { ask, end, force } from './ending.mjs'
import { outcomeOf } from './outcome.mjs'
import { Said } from './said.mjs'

/** @typedef {{readonly line: number, readonly end: number, readonly force: number}} Limits in ms */

/**
 * How long the app may take: for each line until its window, for its end once asked, for its end at once.
 * @type {Limits}
 */
export const usualLimits = { line: 20_000, end: 5_000, force: 8_000 }
/** A first instance that hangs is given 20 s by Chromium before the second may go on, in ms. */
export const secondLimits = { ...usualLimits, line: 25_000 }

/** What would make Electron something else than this app: a plain Node, a packed app; or would meddle with it. */
const foreign = [
  'ELECTRON_RUN_AS_NODE',
  'NODE_OPTIONS',
  'ELECTRON_FORCE_IS_PACKAGED',
  'ELECTRON_NO_ATTACH_CONSOLE',
]

/**
 * Opens the desktop app, and resolves when it has ended. One that shows no window in time is ended.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{wishes: import('./wishes.mjs').Wishes, user: import('./said.mjs').User, limits: Limits, env?: NodeJS.ProcessEnv}} at
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
export async function openDesktop(program, args, { wishes, user, limits, env = process.env }) {
  const app = spawn(program, args, {
    // The terminal's input stays the terminal's.
    stdio: ['ignore', 'pipe', 'pipe'],
    env: Object.fromEntries(Object.entries(env).filter(([name]) => !foreign.includes(name))),
    // In a session of its own: a terminal tells its whole group, and Chromium's processes must not be told.
    detached: !windows,
  })
  /** @type {'starting' | 'window' | null} */
  let missing = null
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const expect = (/** @type {'starting' | 'window'} */ word) => {
    timer = setTimeout(() => {
      missing = word
      end(app, 'SIGTERM', limits.end)
    }, limits.line)
  }
  const said = new Said(app, user, (word) => {
    clearTimeout(timer)
    if (word === 'starting') expect('window')
  })
  expect('starting')
  const { presses } = wishes
  const isHurried = () => wishes.presses - presses > 1
  wishes.reach(heeding(app, isHurried, limits))
  const ended = await endOf(app)
  clearTimeout(timer)
  wishes.reach(null)
  await said.rest()
  return outcomeOf({
    end: ended,
    missing,
    limit: limits.line,
    said,
    isAsked: wishes.isAsked,
    isHurried: isHurried(),
  })
}

/**
 * A press goes on as a press: the app counts them too, and ends all at once at the second.
 * @param {import('node:child_process').ChildProcess} app
 * @param {() => boolean} isHurried
 * @param {Limits} limits
 * @returns {import('./wishes.mjs').Heeding}
 */
function heeding(app, isHurried, limits) {
  return {
    end: () => ask(app, 'SIGTERM'),
    press: () => {
      if (!isHurried()) ask(app, 'SIGINT')
      else if (windows) force(app)
      else end(app, 'SIGINT', limits.force)
    },
  }
}

/**
 * Its own end, not that of its pipes: a child that it left behind may hold them.
 * @param {import('node:child_process').ChildProcess} app
 * @returns {Promise<import('./reasons.mjs').End>}
 */
function endOf(app) {
  return new Promise((resolve) => {
    app.on('error', (error) => resolve({ error }))
    app.on('exit', (code, signal) => resolve({ code, signal }))
  })
}
