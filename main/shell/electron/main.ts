import * as electron from 'electron'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { outsideArchive } from '../../adapters/claude/cli-path.ts'
import { openFolder } from '../../adapters/folder/folder.ts'
import { composeJanus, type Janus } from '../compose.ts'
import { quitOnSignals } from '../quitting.ts'
import { createShell } from './desktop.ts'

/** Port of the agents API where nothing else is said. */
const usualPort = 9223
/** The exit code after a mistake of ours. */
const crashedCode = 70

/** Files beside this program, as the build lays them. */
const dist = join(import.meta.dirname, '..')
const files = {
  renderer: join(dist, 'renderer'),
  preload: join(dist, 'preload', 'preload.cjs'),
  icon: join(dist, 'renderer', 'icon.png'),
  mcpServer: outsideArchive(join(dist, 'mcp-servers', 'agents.js')),
}

/** Electron and what starts it add words of their own: what is not ours is passed over. */
const { values: flags } = parseArgs({
  args: process.argv.slice(1),
  strict: false,
  options: {
    home: { type: 'string' },
    port: { type: 'string' },
    rehearse: { type: 'boolean' },
    again: { type: 'boolean' },
  },
})

const log = (line: string): void => {
  console.error(line)
}

/** Every Janus of this process that was started; an ended one has nobody busy and nothing to end. */
const running: Janus[] = []
const signals = quitOnSignals({
  running: () => running,
  quit: () => electron.app.quit(),
  exit: (code) => electron.app.exit(code),
  say: (line) => {
    console.log(line)
  },
})

/** A mistake of ours: what is saved is whole, so Janus starts once more; a second time it stays down. */
function crashed(error: unknown): void {
  console.error(error)
  if (flags['again'] === true) {
    electron.dialog.showErrorBox('Janus broke down', 'Nothing that was said is lost. Start Janus again.')
  } else electron.app.relaunch({ args: [...process.argv.slice(1), '--again'] })
  electron.app.exit(crashedCode)
}

function run(): Promise<void> {
  const rehearse = flags['rehearse'] === true
  const home = typeof flags['home'] === 'string' ? flags['home'] : null
  const folder = openFolder(home ?? join(homedir(), rehearse ? '.janus-rehearsal' : '.janus'))
  return createShell(electron, {
    folder,
    profile: join(folder, 'window'),
    files,
    platform: process.platform,
    canRehearse: !rehearse,
    now: Date.now,
    log,
    started: ({ server }: Janus) => console.log(`agents API: ${server.url}/api`),
    isHurried: signals.isHurried,
    compose: async (which, host) => {
      const janus = await composeJanus({
        folder: which === 'own' ? folder : `${folder}-rehearsal`,
        port:
          which === 'rehearsal' ? 0 : typeof flags['port'] === 'string' ? Number(flags['port']) : usualPort,
        rehearse: rehearse || which === 'rehearsal',
        environment: process.env,
        mcpServer: {
          command: process.execPath,
          args: [files.mcpServer],
          // Electron's program is Node too.
          env: { ELECTRON_RUN_AS_NODE: '1' },
        },
        host,
        log,
        crashed,
      })
      running.push(janus)
      return janus
    },
  })
}

process.on('uncaughtException', crashed)
process.on('unhandledRejection', crashed)
// Under this name Windows shows what the window notifies of; the installer gives it to the shortcut.
if (process.platform === 'win32') electron.app.setAppUserModelId('app.janus.desktop')
try {
  await run()
} catch (error) {
  const words = error instanceof Error ? error.message : String(error)
  console.error(words)
  electron.dialog.showErrorBox('Janus could not be started', words)
  electron.app.exit(3)
}
