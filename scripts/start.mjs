import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { constants } from 'node:os'
import { parseArgs } from 'node:util'
import { ensureInstalled, nodePath } from './bootstrap.mjs'
import { buildOrExit } from './build.mjs'
import { root } from './child.mjs'

const usage = `Usage: npm start -- [--web] [--rehearse] [--home DIR] [--port N] [--no-open]

  --web        serve the app at a local address, for a browser, instead of opening the desktop app
  --rehearse   let the built-in rehearsal model answer instead of Claude: no account is needed
  --home DIR   keep everything in DIR instead of ~/.janus (~/.janus-rehearsal in a rehearsal)
  --port N     listen on port N instead of 9223; 0 takes any free one
  --no-open    do not open a browser`

const flags = readFlags()
await ensureInstalled()
await buildOrExit()
await runApp(flags.args)

/** Reads the flags and gives those that the app is started with; explains itself and exits when one is unknown. */
function readFlags() {
  try {
    const { values } = parseArgs({
      options: {
        web: { type: 'boolean' },
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
    const args = []
    if (values.rehearse) args.push('--rehearse')
    if (values.web) args.push('--web')
    if (values['no-open']) args.push('--no-open')
    if (values.port !== undefined) args.push('--port', values.port)
    // npm runs scripts in the project's folder; the person meant the folder they were in.
    if (values.home !== undefined) args.push('--home', resolve(process.env.INIT_CWD ?? '.', values.home))
    return { web: values.web === true, args }
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

/**
 * Runs the app until it ends; ends as it ended.
 * @param {string[]} args
 */
function runApp(args) {
  const app = spawn(nodePath(), [join(root, 'dist', 'main', 'web.js'), ...args], { stdio: 'inherit' })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      // A terminal tells the whole group by itself; told twice, the app would take it for impatience.
      if (signal === 'SIGTERM' || !process.stdin.isTTY) app.kill(signal)
    })
  }
  if (process.env.npm_lifecycle_event !== undefined) watchParent(() => app.kill('SIGTERM'))
  app.on('error', (error) => {
    console.error(`Janus could not be started: ${error.message}`)
    process.exit(1)
  })
  app.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal ?? 'SIGTERM']))
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
