import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as electron from 'electron'
import { openFolder, usualFolder } from '../../adapters/folder/folder.ts'
import { openLog } from '../../adapters/folder/log-file.ts'
import { cleanOwnEnvironment } from '../shared/launchers/without-launchers.ts'
import { errorWords, noteBreakdown } from '../../server/app/notices.ts'
import { brokeDownCode, lastChance, usualPort } from '../shared/quitting.ts'
import { outliveReaders } from '../shared/output.ts'
import { isFromTerminal } from '../shared/user-environment.ts'
import { profileOf, startDesktop, type StartedDesktop } from './start.ts'
import { openUpdater } from './updates/open-updater.ts'
import type { Updater } from './updates/updater.ts'
import { startLines } from './said.ts'

/**
 * The entry of the desktop app. Electron is not ready before it has been evaluated: nothing here is awaited, and what
 * needs a ready Electron comes after `startDesktop` has seen to that.
 */

let running: StartedDesktop | null = null
let note: (line: string) => void = () => undefined
/** The state folder; empty before it is made. */
let folder = ''
let isBroken = false

outliveReaders()
// Node's debugger, which this signal opens, is closed in a packed app: there it would only end it.
if (process.platform !== 'win32') process.on('SIGUSR1', () => undefined)
process.on('uncaughtException', brokeDown)
process.on('unhandledRejection', brokeDown)
console.log(startLines.starting)
// A browser or a file manager that is opened gets this environment. Chromium's own processes need what Electron, an
// AppImage or a snap set; the core removes that for itself.
cleanOwnEnvironment((name) =>
  /^(?:ELECTRON_|CHROME_|XDG_|ORIGINAL_XDG_|APP|OWD|LD_|G[A-Z]+_|SNAP)/.test(name),
)

/** Files beside this program, as the build lays them. */
const dist = join(import.meta.dirname, '..')
const files = {
  renderer: join(dist, 'renderer'),
  preload: join(dist, 'preload', 'preload.cjs'),
  icon: join(dist, 'renderer', 'icons', '256x256.png'),
  core: join(dist, 'core', 'core.cjs'),
}

/** Electron and what starts it add words of their own: what is not ours is passed over. */
const { values: flags } = parseArgs({
  args: process.argv.slice(1),
  strict: false,
  options: {
    home: { type: 'string' },
    cwd: { type: 'string' },
    port: { type: 'string' },
    rehearse: { type: 'boolean' },
    again: { type: 'boolean' },
    smoke: { type: 'boolean' },
  },
})

const log = (line: string): void => {
  console.error(line)
  note(line)
}

const rehearse = flags['rehearse'] === true
// Read before the environment is cleaned. A dock or a menu starts an app in a folder that nobody chose.
const fromTerminal = isFromTerminal(process.env, [process.stdin, process.stdout, process.stderr])
const ownCwd = electron.app.isPackaged && fromTerminal ? process.cwd() : null
const startedIn = typeof flags['cwd'] === 'string' ? flags['cwd'] : ownCwd
const home = settle()
if ('folder' in home) folder = home.folder
// Under this name Windows shows what the window notifies of; the installer gives it to the shortcut.
if (process.platform === 'win32') {
  electron.app.setAppUserModelId(electron.app.isPackaged ? 'app.janus.desktop' : process.execPath)
}

const profile = profileOf(folder)
running = startDesktop(electron, {
  home,
  log,
  startAgain,
  files,
  profile,
  platform: process.platform,
  environment: process.env,
  canRehearse: !rehearse,
  updater: () => updaterOf(electron.app),
  signals: process,
  now: () => performance.now(),
  say: (line) => {
    console.log(line)
  },
  core: (which) => ({
    fork: () =>
      electron.utilityProcess.fork(files.core, [join(profile, 'core-code')], {
        stdio: 'inherit',
        serviceName: 'Janus core',
      }),
    start: {
      folder: which === 'own' ? folder : `${folder}-rehearsal`,
      port: which === 'rehearsal' ? 0 : typeof flags['port'] === 'string' ? Number(flags['port']) : usualPort,
      startedIn,
      rehearse: rehearse || which === 'rehearsal',
      canRehearse: !rehearse,
      root: process.pid,
      origin: {
        isPackaged: electron.app.isPackaged,
        isFromTerminal: fromTerminal,
        locale: electron.app.getLocale(),
      },
    },
  }),
})
running?.ready.catch(brokeDown)
// Asks itself whether it works on this Electron, and ends.
if (flags['smoke'] === true) running?.desktop.smoke(running.ready).catch(brokeDown)

/** The state folder, made and checked; or why there is none. */
function settle(): { folder: string } | { refused: string } {
  const chosen = typeof flags['home'] === 'string' ? flags['home'] : null
  if (flags['smoke'] === true && !rehearse)
    return { refused: '--smoke goes with --rehearse, since it ends what it asks.' }
  try {
    const opened = openFolder(chosen ?? usualFolder(homedir(), rehearse ? '.janus-rehearsal' : '.janus'))
    note = openLog(opened)
    return { folder: opened }
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) }
  }
}

/** An app that is not packed, or only tests itself, asks nobody for updates. */
function updaterOf(app: typeof electron.app): Updater | null {
  if (!app.isPackaged || flags['smoke'] === true) return null
  return openUpdater({
    version: app.getVersion(),
    archive: app.getAppPath(),
    resources: process.resourcesPath,
    profile,
    platform: process.platform,
    environment: process.env,
    home: homedir(),
    systemProxy: (url) => app.resolveProxy(url),
    start: (program) =>
      startApart(
        program,
        process.argv.slice(1).filter((word) => word !== '--again'),
      ),
    exit: () => app.exit(0),
    log,
  })
}

function startApart(program: string, args: readonly string[]): void {
  spawn(program, args, { detached: true, stdio: 'ignore' }).unref()
}

/** A mistake of ours: what is saved is whole, so Janus starts once more; a second time it stays down. */
function brokeDown(error: unknown): void {
  console.error(error)
  // More may follow of the first.
  if (isBroken) return note(`error ${errorWords(error)}`)
  isBroken = true
  if (folder !== '') noteBreakdown(folder, error)
  const { dialog } = electron
  const end = () => {
    if (flags['again'] !== true) return startAgain()
    if (!electron.app.isPackaged) return electron.app.exit(brokeDownCode)
    const box = { type: 'error' as const, message: 'Janus broke down' }
    const detail = 'Nothing that was said is lost. Start Janus again.'
    dialog.showMessageBox({ ...box, detail }).then(exit, exit)
  }
  const exit = () => electron.app.exit(brokeDownCode)
  // What runs is ended first, if it got that far; what hangs is not waited for.
  const late = new Promise((resolve) => setTimeout(resolve, lastChance))
  void Promise.race([Promise.resolve(running?.desktop.abort()), late]).then(end, end)
}

/** Ends this process; the launcher starts the app once more, or a packed app sees to it itself. */
function startAgain(extra: readonly string[] = []): void {
  const { app } = electron
  const image = process.env['APPIMAGE']
  const args = [...process.argv.slice(1), ...extra, '--again']
  if (app.isPackaged && image !== undefined) {
    // The image is mounted as long as this process lives, so what is in it cannot start the next one.
    startApart(image, args)
  } else if (app.isPackaged) app.relaunch({ args })
  app.exit(brokeDownCode)
}
