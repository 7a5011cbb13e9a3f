import { spawn } from 'node:child_process'
import { windows } from '../child.mjs'
import { ask, end, force } from './ending.mjs'
import { outcomeOf } from './outcome.mjs'
import { Said } from './said.mjs'

/** @typedef {{readonly line: number, readonly end: number, readonly force: number}} Limits in ms */

/**
 * The limits for each line until the window is open, for the end once asked, and for a forced end.
 * @type {Limits}
 */
export const usualLimits = { line: 20_000, end: 5_000, force: 8_000 }
/** Chromium gives a first instance that hangs 20 s before a second one may continue. */
export const secondLimits = { ...usualLimits, line: 25_000 }

/** Variables that would turn Electron into plain Node or a packaged app, or interfere with it. */
const foreign = [
  'ELECTRON_RUN_AS_NODE',
  'NODE_OPTIONS',
  'ELECTRON_FORCE_IS_PACKAGED',
  'ELECTRON_NO_ATTACH_CONSOLE',
]

/**
 * Opens the desktop app and resolves when it has ended. Ends it when it shows no window in time.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{wishes: import('./wishes.mjs').UserRequests, user: import('./said.mjs').User, limits: Limits, env?: NodeJS.ProcessEnv}} at
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
export async function openDesktop(program, args, { wishes, user, limits, env = process.env }) {
  const app = spawn(program, args, {
    // Stdin stays with the terminal.
    stdio: ['ignore', 'pipe', 'pipe'],
    env: Object.fromEntries(Object.entries(env).filter(([name]) => !foreign.includes(name))),
    // A session of its own: a terminal signals its whole group, but Chromium's processes must not get the
    // signal.
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
 * Passes Ctrl-C on: the app counts the presses, and quits at once at the second.
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
 * Waits for `exit`, not `close`: an orphaned child may keep the pipes open.
 * @param {import('node:child_process').ChildProcess} app
 * @returns {Promise<import('./reasons.mjs').End>}
 */
function endOf(app) {
  return new Promise((resolve) => {
    app.on('error', (error) => resolve({ error }))
    app.on('exit', (code, signal) => resolve({ code, signal }))
  })
}
