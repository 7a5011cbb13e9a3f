import module from 'node:module'
import { join } from 'node:path'
import { outsideArchive } from '../../adapters/processes/command.ts'
import { cleanOwnEnvironment } from '../shared/launchers/without-launchers.ts'
import { errorWords, noteBreakdown } from '../../server/app/notices.ts'
import { breakdownExitCode, breakdownTimeout } from '../shared/quitting.ts'
import { keepLastView } from '../shared/last-view.ts'
import { ignoreClosedOutput } from '../shared/output.ts'
import { userEnvironment } from '../shared/user-environment.ts'
import type { FromCore, ToCore } from './core-messages.ts'
import { closeInheritedFiles } from './inherited-files.ts'
import { serveCore } from './core-server.ts'

/**
 * Program of the core process: composes Janus without a window. It ignores signals that a terminal sends to the
 * whole process group: the main process handles them and ends the core.
 */

const dist = join(import.meta.dirname, '..')
const program = (...path: string[]) => ({
  command: process.execPath,
  args: [outsideArchive(join(dist, ...path))],
  // Electron's executable runs as Node with this variable.
  env: { ELECTRON_RUN_AS_NODE: '1' },
})

ignoreClosedOutput()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

const post = (message: FromCore): void => process.parentPort.postMessage(message)
const log = (line: string): void => post({ kind: 'log', line })

let abort: () => Promise<void> = () => Promise.resolve()
let stateFolder: string | null = null
let isBroken = false
function brokeDown(error: unknown): void {
  // Further errors may follow from the first.
  if (isBroken) return log(`error ${errorWords(error)}`)
  isBroken = true
  // A posted message may be lost, so write it to disk.
  if (stateFolder === null) log(`error ${errorWords(error)}`)
  else noteBreakdown(stateFolder, error)
  const exit = () => process.exit(breakdownExitCode)
  setTimeout(exit, breakdownTimeout)
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
    // Skipped after a breakdown, in case this caused it.
    if (!again) closeInheritedFiles()
    const { env, platform } = process
    // The user's shell answers while most of the program loads.
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
    // Flush now, since the end may be a kill, but only after the window got its first message.
    setImmediate(() => module.flushCompileCache?.())
    const close = () => {
      keepLastView(janus.folder, join(dist, 'renderer'), janus.feed)
      return janus.close()
    }
    return { ...janus, close }
  },
})
