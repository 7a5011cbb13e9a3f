import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as electron from 'electron'
import { openFolder, usualFolder } from '../../adapters/folder/folder.ts'
import { openLog } from '../../adapters/folder/log-file.ts'
import { cleanOwnEnvironment } from '../shared/launchers/without-launchers.ts'
import { errorWords, noteBreakdown } from '../../server/app/notices.ts'
import { breakdownExitCode, breakdownTimeout, usualPort } from '../shared/quitting.ts'
import { ignoreClosedOutput } from '../shared/output.ts'
import { isFromTerminal } from '../shared/user-environment.ts'
import { profileOf, startDesktop, type StartedDesktop } from './start.ts'
import { openUpdater } from './updates/open-updater.ts'
import type { Updater } from './updates/updater.ts'
import { launcherLines } from './said.ts'

/** Electron becomes ready only after this entry is evaluated, so nothing may be awaited here. */

let running: StartedDesktop | null = null
let note: (line: string) => void = () => undefined
let folder = ''
let isBroken = false

ignoreClosedOutput()
// SIGUSR1 opens Node's debugger; in a packed app, which has none, it would end the process.
if (process.platform !== 'win32') process.on('SIGUSR1', () => undefined)
process.on('uncaughtException', brokeDown)
process.on('unhandledRejection', brokeDown)
console.log(launcherLines.starting)
// Browsers that Janus opens inherit this environment. Chromium needs the variables of Electron, AppImage and
// snap; the core removes those for itself.
cleanOwnEnvironment((name) =>
  /^(?:ELECTRON_|CHROME_|XDG_|ORIGINAL_XDG_|APP|OWD|LD_|G[A-Z]+_|SNAP)/.test(name),
)

const dist = join(import.meta.dirname, '..')
const files = {
  renderer: join(dist, 'renderer'),
  preload: join(dist, 'preload', 'preload.cjs'),
  icon: join(dist, 'renderer', 'icons', '256x256.png'),
  core: join(dist, 'core', 'core.cjs'),
}

/** Not strict: Electron and its launchers add arguments of their own. */
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
// Read before the environment is cleaned. The working directory of a dock or menu start means nothing.
const fromTerminal = isFromTerminal(process.env, [process.stdin, process.stdout, process.stderr])
const ownCwd = electron.app.isPackaged && fromTerminal ? process.cwd() : null
const startedIn = typeof flags['cwd'] === 'string' ? flags['cwd'] : ownCwd
const home = settle()
if ('folder' in home) folder = home.folder
// Windows shows notifications under this id; the installer sets it on the shortcut.
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
if (flags['smoke'] === true) running?.desktop.smoke(running.ready).catch(brokeDown)

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

/** Unpacked apps and smoke tests have no updater. */
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

/** Handles an internal error. Saved data is intact, so Janus restarts once; the second time it stays down. */
function brokeDown(error: unknown): void {
  console.error(error)
  // Further errors may follow from the first.
  if (isBroken) return note(`error ${errorWords(error)}`)
  isBroken = true
  if (folder !== '') noteBreakdown(folder, error)
  const { dialog } = electron
  const end = () => {
    if (flags['again'] !== true) return startAgain()
    if (!electron.app.isPackaged) return electron.app.exit(breakdownExitCode)
    const box = { type: 'error' as const, message: 'Janus broke down' }
    const detail = 'Nothing that was said is lost. Start Janus again.'
    dialog.showMessageBox({ ...box, detail }).then(exit, exit)
  }
  const exit = () => electron.app.exit(breakdownExitCode)
  // End what runs first, but don't wait for what hangs.
  const late = new Promise((resolve) => setTimeout(resolve, breakdownTimeout))
  void Promise.race([Promise.resolve(running?.desktop.abort()), late]).then(end, end)
}

/** The launcher starts the app again; a packed app does that itself. */
function startAgain(extra: readonly string[] = []): void {
  const { app } = electron
  const image = process.env['APPIMAGE']
  const args = [...process.argv.slice(1), ...extra, '--again']
  if (app.isPackaged && image !== undefined) {
    // The AppImage is unmounted when this process ends, so start the image itself.
    startApart(image, args)
  } else if (app.isPackaged) app.relaunch({ args })
  app.exit(breakdownExitCode)
}
