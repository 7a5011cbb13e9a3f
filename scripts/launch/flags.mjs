import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

/** @param {string} command */
const usage = (
  command,
) => `Usage: ${command} [--web | --desktop] [--rehearse] [--home DIR] [--port N] [--no-open]

  --web        serve the app at a local address, for a browser, instead of opening the desktop app
  --desktop    open the desktop app or nothing; without it, a browser stands in where there is no Electron
  --rehearse   let the built-in rehearsal model answer instead of Claude: no account is needed
  --home DIR   keep everything in DIR instead of ~/.janus (~/.janus-rehearsal in a rehearsal)
  --port N     listen on port N instead of 9223; 0 takes any free one
  --no-open    do not open a browser`

/**
 * @typedef {object} Flags
 * @property {boolean} web
 * @property {boolean} desktop
 * @property {boolean} noOpen
 * @property {string} folder the state folder
 * @property {string[]} args arguments for the app itself
 */

/**
 * Parses the command line; prints the usage and exits on an unknown flag.
 * @param {string} command the command in the usage text
 * @returns {Flags}
 */
export function readFlags(command) {
  const explain = (/** @type {string} */ problem, /** @type {number} */ code) =>
    explainUsage(usage(command), problem, code)
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
    // npm runs scripts in the project's folder; INIT_CWD is where the user ran npm.
    const cwd = resolve(process.env.INIT_CWD ?? '.')
    const home = values.home === undefined ? null : resolve(cwd, values.home)
    const args = ['--cwd', cwd]
    if (values.rehearse) args.push('--rehearse')
    if (values.port !== undefined) args.push('--port', values.port)
    if (home !== null) args.push('--home', home)
    return {
      web: values.web === true,
      desktop: values.desktop === true,
      noOpen: values['no-open'] === true,
      folder: home ?? join(homedir(), values.rehearse ? '.janus-rehearsal' : '.janus'),
      args,
    }
  } catch (error) {
    return explain(error instanceof Error ? error.message : String(error), 2)
  }
}

/** @param {string} text */
function isPort(text) {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535
}

/**
 * @param {string} words
 * @param {string} problem
 * @param {number} code
 * @returns {never}
 */
function explainUsage(words, problem, code) {
  if (problem !== '') console.error(`${problem}\n`)
  console.log(words)
  process.exit(code)
}
