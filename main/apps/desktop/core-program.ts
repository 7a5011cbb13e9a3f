import module from 'node:module'
import { join } from 'node:path'
import { outsideArchive } from '../../adapters/processes/command.ts'
import { cleanOwnEnvironment } from '../shared/launchers/without-launchers.ts'
import { errorWords, noteBreakdown } from '../../server/app/notices.ts'
import { brokeDownCode, lastChance } from '../shared/quitting.ts'
import { keepLastView } from '../shared/last-view.ts'
import { outliveReaders } from '../shared/output.ts'
import { userEnvironment } from '../shared/user-environment.ts'
import type { FromCore, ToCore } from './core-messages.ts'
import { closeInheritedFiles } from './inherited-files.ts'
import { serveCore } from './core-server.ts'

/**
 * The program of the core's process: Janus as the web shell composes it, without a window. It ends with the window's
 * process; a signal that a terminal gives to all of its group is that one's to answer.
 */

const dist = join(import.meta.dirname, '..')
const program = (...path: string[]) => ({
  command: process.execPath,
  args: [outsideArchive(join(dist, ...path))],
  // Electron's program is Node too.
  env: { ELECTRON_RUN_AS_NODE: '1' },
})

outliveReaders()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

const post = (message: FromCore): void => process.parentPort.postMessage(message)
const log = (line: string): void => post({ kind: 'log', line })

/** What is saved is whole, so it is started once more. */
let abort: () => Promise<void> = () => Promise.resolve()
let stateFolder: string | null = null
let isBroken = false
function brokeDown(error: unknown): void {
  // More may follow of the first.
  if (isBroken) return log(`error ${errorWords(error)}`)
  isBroken = true
  // What is posted may come to nobody any more; this is on the disk.
  if (stateFolder === null) log(`error ${errorWords(error)}`)
  else noteBreakdown(stateFolder, error)
  const exit = () => process.exit(brokeDownCode)
  setTimeout(exit, lastChance)
  abort().then(exit, exit)
}
process.on('uncaughtException', brokeDown)
process.on('unhandledRejection', brokeDown)

serveCore({
  port: {
    post,
    hear: (listener) => process.parentPort.on('message', ({ data }) => listener(data as ToCore)),
  },
  exit: (code) => process.exit(code),
  compose: async ({ again, origin, ...start }, host) => {
    // Should the one before have broken down over it, this one does without.
    if (!again) closeInheritedFiles()
    const { env, platform } = process
    // The shell of the user answers while most of the program is read.
    const [environment, { builtPrograms, composeJanus }] = await Promise.all([
      userEnvironment({ ...origin, environment: env, platform, log }),
      import('../shared/compose.ts'),
    ])
    cleanOwnEnvironment()
    const janus = await composeJanus({
      ...start,
      host,
      log,
      environment,
      dist,
      ...builtPrograms(program),
      crashed: brokeDown,
    })
    abort = () => janus.abort()
    stateFolder = janus.folder
    // Not left to the end, which may come by force; nor before the window is told.
    setImmediate(() => module.flushCompileCache?.())
    const close = () => {
      keepLastView(janus.folder, join(dist, 'renderer'), janus.feed)
      return janus.close()
    }
    return { ...janus, close }
  },
})
