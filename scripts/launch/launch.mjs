import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { nodePath } from '../bootstrap.mjs'
import { root, windows } from '../child.mjs'
import { openDesktop, secondLimits, usualLimits } from './desktop.mjs'
import { codes } from './outcome.mjs'
import { mayHaveFirst, untilFree } from './state-folder.mjs'
import { UserRequests } from './wishes.mjs'

/** @typedef {{flags: import('./flags.mjs').Flags, wishes: UserRequests}} Start the flags, and later requests of the user */

/** Milliseconds that the web app waits for a failed desktop app to release the state folder. */
const freeLimit = 10_000

const startsAgain = 'Janus broke down, by a mistake of its own. What was said is kept; it is started again.'

/** @param {Start} start */
const staysDown = ({ flags: { folder } }) =>
  `Janus broke down a second time, and stays down. What was said is kept; the error is in ${join(folder, 'janus.log')}.`

/**
 * Opens the desktop app; without Electron, or if no window appears, serves the app for a browser. From here
 * on signals are handled; before, they end the process as usual.
 * @param {import('./flags.mjs').Flags} flags
 * @param {import('../electron.mjs').Found | null} electron
 */
export async function launch(flags, electron) {
  const wishes = new UserRequests()
  if (process.env.npm_lifecycle_event !== undefined) wishes.watchParent()
  // The reader of our output may end before Janus does.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  const start = { flags, wishes }
  if (electron !== null) await tryDesktop(start, electron)
  if (wishes.isAsked) process.exit(codes.ended)
  serveWeb(start)
}

/**
 * Opens the desktop app and exits with its code. If no window appears, prints one line and resolves so that
 * the web app can take over, except with `--desktop`.
 * @param {Start} start
 * @param {import('../electron.mjs').Found} found
 */
async function tryDesktop(start, found) {
  const words =
    'reason' in found
      ? `The desktop app cannot be opened: ${found.reason}.`
      : `The desktop app showed no window (${await runDesktop(start, found.path)}).`
  if (start.flags.desktop) {
    console.error(`${words} With --web it opens in the browser.`)
    process.exit(1)
  }
  console.log(`${words} Janus is in the browser instead.`)
  await untilFree(start.flags.folder, freeLimit)
}

/**
 * Runs the desktop app, restarting it once after a crash. Resolves with the reason when it showed no window.
 * @param {Start} start
 * @param {string} program
 * @param {boolean} [isSecond] whether it has crashed before
 * @returns {Promise<string>}
 */
async function runDesktop(start, program, isSecond = false) {
  const { flags, wishes } = start
  const limits = mayHaveFirst(flags.folder) ? secondLimits : usualLimits
  const outcome = await openDesktop(program, [root, ...flags.args], {
    wishes,
    limits,
    user: { out: (text) => process.stdout.write(text), err: (text) => process.stderr.write(text) },
  })
  if (outcome.kind === 'unseen') return outcome.reason
  if (outcome.kind === 'ended') return leave(outcome.code, outcome.words)
  if (!isSecond) {
    console.error(startsAgain)
    return runDesktop(start, program, true)
  }
  if (!outcome.wasSeen) return 'it broke down twice'
  return leave(codes.brokeDown, staysDown(start))
}

/**
 * @param {number} code
 * @param {string} [words]
 * @returns {never}
 */
function leave(code, words) {
  if (words !== undefined) (code === 0 ? console.log : console.error)(words)
  process.exit(code)
}

/**
 * Serves the app for a browser, restarting it once after a crash, and exits with its code. A Ctrl-C reaches
 * the app directly, through npm, or only through us. The app counts SIGINT as presses but takes any number of
 * SIGTERMs as one request to quit, so send SIGTERM. Windows signals every process of a console, and its
 * SIGTERM would kill.
 * @param {Start} start
 * @param {boolean} [isSecond] whether it has crashed before
 */
function serveWeb(start, isSecond = false) {
  const { flags, wishes } = start
  const args = [join(root, 'dist', 'main', 'web.js'), ...flags.args, ...(flags.noOpen ? ['--no-open'] : [])]
  // A closed IPC channel tells the app that this launcher was killed.
  const app = spawn(nodePath(), args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  const end = () => void (windows || app.kill('SIGTERM'))
  wishes.reach({ end, press: end })
  app.on('error', (error) => leave(1, `Janus could not be started: ${error.message}`))
  app.on('exit', (code, signal) => {
    if (code !== codes.brokeDown || wishes.isAsked)
      return process.exit(code ?? 128 + constants.signals[signal ?? 'SIGTERM'])
    if (isSecond) return leave(codes.brokeDown, staysDown(start))
    console.error(startsAgain)
    serveWeb(start, true)
  })
}
