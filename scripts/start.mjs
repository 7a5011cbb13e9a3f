import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { constants } from 'node:os'
import { parseArgs } from 'node:util'
import { ensureInstalled, nodePath } from './bootstrap.mjs'
import { buildOrExit } from './build.mjs'
import { root, windows } from './child.mjs'
import { findElectron } from './electron.mjs'

const usage = `Usage: npm start -- [--web | --desktop] [--rehearse] [--home DIR] [--port N] [--no-open]

  --web        serve the app at a local address, for a browser, instead of opening the desktop app
  --desktop    open the desktop app or nothing; without it, a browser stands in where there is no Electron
  --rehearse   let the built-in rehearsal model answer instead of Claude: no account is needed
  --home DIR   keep everything in DIR instead of ~/.janus (~/.janus-rehearsal in a rehearsal)
  --port N     listen on port N instead of 9223; 0 takes any free one
  --no-open    do not open a browser`

/** Exit codes of the desktop app itself, which has said what was wrong: a start that failed, a mistake of ours. */
const ownCodes = [0, 3, 70]
/** Whether the person has asked for the end. */
let isEnding = false

const flags = readFlags()
await ensureInstalled()
await buildOrExit()
if (flags.web || !(await runDesktop())) runProgram(nodePath(), webArgs())

/** Reads the flags and gives those that the app is started with; explains itself and exits when one is unknown. */
function readFlags() {
  try {
    const { values } = parseArgs({
      options: {
        web: { type: 'boolean' },
        desktop: { type: 'boolean' },
        rehearse: { type: 'boolean' },
        home: { type: 'string' },
        port: { type: 'string' },
        'no-open': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    if (values.help) explain('', 0)
    if (values.port !== undefined && !isPort(values.port)) explain(`"${values.port}" is not a port.`, 2)
    if (values.home === '') explain('--home needs a folder.', 2)
    if (values.web && values.desktop) explain('Either --web or --desktop.', 2)
    const args = []
    if (values.rehearse) args.push('--rehearse')
    if (values.port !== undefined) args.push('--port', values.port)
    // npm runs scripts in the project's folder; the person meant the folder they were in.
    if (values.home !== undefined) args.push('--home', resolve(process.env.INIT_CWD ?? '.', values.home))
    const [web, desktop, noOpen] = [values.web, values.desktop, values['no-open']].map(
      (flag) => flag === true,
    )
    return { web, desktop, noOpen, args }
  } catch (error) {
    return explain(error instanceof Error ? error.message : String(error), 2)
  }
}

/** @param {string} text */
function isPort(text) {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535
}

/**
 * @param {string} problem
 * @param {number} code
 * @returns {never}
 */
function explain(problem, code) {
  if (problem !== '') console.error(`${problem}\n`)
  console.log(usage)
  process.exit(code)
}

function webArgs() {
  return [join(root, 'dist', 'main', 'web.js'), ...flags.args, ...(flags.noOpen ? ['--no-open'] : [])]
}

/**
 * Opens the desktop app. False when it cannot be, said in one line; then the web shell is to stand in.
 * @returns {Promise<boolean>}
 */
async function runDesktop() {
  const found = await findElectron(flags.desktop)
  const reason = 'reason' in found ? found.reason : await openDesktop(found.path)
  if (reason === null) return true
  if (flags.desktop) {
    console.error(`The desktop app cannot be opened: ${reason}.`)
    process.exit(1)
  }
  console.log(`The desktop app cannot be opened: ${reason}. Janus is in the browser instead.`)
  return false
}

/**
 * Null once Janus has started in it; what was wrong, when Electron ended before.
 * @param {string} electron
 * @returns {Promise<string | null>}
 */
function openDesktop(electron) {
  const env = { ...process.env }
  delete env.ELECTRON_RUN_AS_NODE
  const app = spawn(electron, [root, ...flags.args], { stdio: ['inherit', 'pipe', 'inherit'], env })
  let isStarted = false
  let printed = ''
  passSignals(app)
  return new Promise((resolve) => {
    app.on('error', (error) => resolve(`Electron does not run (${error.message})`))
    app.stdout.setEncoding('utf8').on('data', (text) => {
      process.stdout.write(text)
      if (isStarted) return
      printed += text
      isStarted = /^agents API: /m.test(printed)
      if (isStarted) resolve(null)
    })
    app.on('close', (code, signal) => {
      if (isStarted || isEnding || (code !== null && ownCodes.includes(code))) {
        process.exit(code ?? 128 + constants.signals[signal ?? 'SIGTERM'])
      }
      resolve(`Electron ended at once (${signal ?? `code ${String(code)}`})`)
    })
  })
}

/**
 * Runs the app until it ends; ends as it ended.
 * @param {string} program
 * @param {string[]} args
 */
function runProgram(program, args) {
  const app = spawn(program, args, { stdio: 'inherit' })
  passSignals(app)
  app.on('error', (error) => {
    console.error(`Janus could not be started: ${error.message}`)
    process.exit(1)
  })
  app.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal ?? 'SIGTERM']))
}

/**
 * A terminal tells the whole group, the app too; npm tells us once more what it was told; others tell only us. The
 * app takes SIGTERM for a wish however often it comes, and SIGINT alone for a press of Ctrl-C: so SIGTERM it is.
 * Windows tells every process of a console, and its SIGTERM would not be a wish.
 * @param {import('node:child_process').ChildProcess} app
 */
function passSignals(app) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      isEnding = true
      if (!windows) app.kill('SIGTERM')
    })
  }
  if (process.env.npm_lifecycle_event !== undefined) {
    watchParent(() => {
      isEnding = true
      app.kill('SIGTERM')
    })
  }
}

/**
 * npm hands a signal to the shell between us and itself, and that shell dies of it without telling us.
 * @param {() => void} gone
 */
function watchParent(gone) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    gone()
  }, 500)
}
