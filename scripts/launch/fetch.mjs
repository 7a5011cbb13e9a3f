import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { nodePath } from '../bootstrap.mjs'
import { root } from '../child.mjs'

/** Milliseconds without new data until a fetch fails: a virus scanner may hold up a large file. */
const patience = 60_000
const longestFetch = 15 * 60_000

/**
 * Fetches the program by Electron's own installer. It has no time limit, so kill it when no data arrives.
 * @param {string} electron its npm package
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string | null>} the error, or null
 */
export async function fetchElectron(electron, env) {
  const folder = join(root, '.cache', 'electron')
  mkdirSync(folder, { recursive: true })
  const installer = spawn(nodePath(), [join(electron, 'install.js')], {
    cwd: root,
    env: { ...env, ...proxies(env), TMPDIR: folder, TEMP: folder, TMP: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  installer.stderr.setEncoding('utf8').on('data', (text) => (output += text))
  const began = Date.now()
  let [size, since, isLate] = [0, began, false]
  const timer = setInterval(() => {
    const now = Date.now()
    const grown = sizeOf(folder) + sizeOf(join(electron, 'dist'))
    if (grown !== size) [size, since] = [grown, now]
    isLate = now - since > patience || now - began > longestFetch
    if (isLate) installer.kill('SIGKILL')
  }, 500)
  const code = await new Promise((resolve) => {
    installer.on('error', () => resolve(127))
    installer.on('close', resolve)
  })
  clearInterval(timer)
  rmSync(folder, { recursive: true, force: true })
  if (code === 0) return null
  return isLate ? 'no answer' : firstWords(output)
}

/**
 * Passes npm's proxies on. The installer uses Node's fetch, which needs NODE_USE_ENV_PROXY and knows only the
 * usual variables.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
function proxies(env) {
  const http = env.HTTP_PROXY || env.http_proxy || env.npm_config_proxy
  const https = env.HTTPS_PROXY || env.https_proxy || env.npm_config_https_proxy || http
  const none = env.NO_PROXY || env.no_proxy || env.npm_config_noproxy
  return {
    NODE_USE_ENV_PROXY: '1',
    ...(http ? { HTTP_PROXY: http } : {}),
    ...(https ? { HTTPS_PROXY: https } : {}),
    ...(none ? { NO_PROXY: none } : {}),
  }
}

/**
 * Returns the first line that names an error, shortened.
 * @param {string} output
 */
function firstWords(output) {
  const lines = output.split('\n').map((line) => line.trim())
  const [named] =
    /\b\w+ (ENOTFOUND|ECONN\w+|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH)\b[^'"\n]*/.exec(output) ?? []
  const found = named ?? lines.find((line) => /error/i.test(line)) ?? lines[0] ?? ''
  if (/fetch failed/.test(found)) return 'no connection to where it is kept'
  return found === '' ? 'its installer said nothing' : found.replace(/^\w*Error:\s*/, '').slice(0, 120)
}

/**
 * Returns the bytes of all files below a folder.
 * @param {string} folder
 * @returns {number}
 */
function sizeOf(folder) {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce((sum, name) => {
      return sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0)
    }, 0)
  } catch {
    return 0
  }
}
