import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, nodePath } from './bootstrap.mjs'
import { build, buildOrExit } from './build.mjs'
import { root } from './child.mjs'
import { UserRequests } from './launch/wishes.mjs'

// Serves the app in a browser and rebuilds on changes. A change in the window reloads the page; any other
// restarts the app, whose windows stay signed in. Without arguments it runs the demo in its own folder.
const usual = ['--rehearse', '--home', join(root, '.cache', 'dev'), '--port', '9300']
const args = process.argv.length > 2 ? process.argv.slice(2) : usual
/** Parts of the desktop app alone, which are not rebuilt. */
const desktopParts = ['desktop', 'core', 'preload', 'backup']
const folders = ['assets', 'main', 'mcp-servers', 'renderer']
/** Milliseconds. Editors write a file in several steps; changes within this time count as one. */
const settleTime = 100

let sessions = ''
let isEnding = false
let isRestarting = false
/** @type {import('node:child_process').ChildProcess} */
let app
/** @type {NodeJS.Timeout | undefined} */
let settling
let building = Promise.resolve()

await ensureInstalled()
await buildOrExit()
app = startApp()
for (const folder of folders) {
  watch(join(root, folder), { recursive: true }, () => {
    clearTimeout(settling)
    settling = setTimeout(() => {
      building = building.then(rebuild)
    }, settleTime)
  })
}
const wishes = new UserRequests()
if (process.env.npm_lifecycle_event !== undefined) wishes.watchParent()
wishes.reach({ end, press: end })
console.log('Rebuilds at each change; Ctrl-C ends it.')

/** @param {string[]} [more] */
function startApp(more = []) {
  const program = join(root, 'dist', 'main', 'web.js')
  const child = spawn(nodePath(), [program, ...args, ...more], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, JANUS_SESSIONS: sessions },
  })
  child.on('message', (message) => {
    if (typeof message === 'object' && message !== null && 'sessions' in message)
      sessions = String(message.sessions)
  })
  child.on('exit', (code) => {
    if (isEnding) process.exit(code ?? 1)
    if (!isRestarting) console.log('Janus ended. It starts again at the next change.')
  })
  return child
}

async function rebuild() {
  let built
  try {
    built = await build(desktopParts)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return
  }
  if (built.length === 0 || isEnding) return
  console.log(`Rebuilt: ${built.join(', ')}.`)
  if (built.every((part) => part === 'window') && app.connected) app.send('window built')
  else await restart()
}

async function restart() {
  isRestarting = true
  if (app.exitCode === null && app.signalCode === null) {
    app.kill('SIGTERM')
    await once(app, 'exit')
  }
  app = startApp(['--no-open'])
  isRestarting = false
}

function end() {
  if (isEnding) return
  isEnding = true
  if (!app.kill('SIGTERM')) process.exit(0)
}
