import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { usualFolder } from '../../adapters/folder/folder.ts'
import { builtPrograms, composeJanus, type ComposeOptions, type Janus } from '../shared/compose.ts'
import type { Host } from '../../server/app/host.ts'
import { openLog } from '../../adapters/folder/log-file.ts'
import { noteBreakdown } from '../../server/app/notices.ts'
import { ignoreClosedOutput } from '../shared/output.ts'
import { cleanOwnEnvironment } from '../shared/launchers/without-launchers.ts'
import { breakdownExitCode, breakdownTimeout, quitOnSignals, usualPort } from '../shared/quitting.ts'
import { isFromTerminal, userEnvironment } from '../shared/user-environment.ts'
import { createPages, type Pages } from './pages.ts'
import { Sessions } from './sessions.ts'
import { pathToFileURL } from 'node:url'
import open from 'open'
import { removeOwnerOnly, writeOwnerOnly } from '../../adapters/folder/owner-only.ts'

// Must run before anything is printed.
ignoreClosedOutput()
process.on('uncaughtException', brokeDown)
process.on('unhandledRejection', brokeDown)

const beside = (...path: string[]): string => join(import.meta.dirname, '..', ...path)
const program = (...path: string[]) => ({ command: process.execPath, args: [beside(...path)] })

const running: Janus[] = []
/** Writes to the log of the first Janus. */
let note: (line: string) => void = () => undefined
let isBroken = false

const { values: flags } = parseArgs({
  options: {
    home: { type: 'string' },
    cwd: { type: 'string' },
    port: { type: 'string' },
    rehearse: { type: 'boolean' },
    // Read by the start script only.
    web: { type: 'boolean' },
    'no-open': { type: 'boolean' },
  },
})

try {
  await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

async function run(): Promise<void> {
  const { env, platform, stdin, stdout, stderr } = process
  const environment = await userEnvironment({
    environment: env,
    platform,
    log,
    isPackaged: false,
    isFromTerminal: isFromTerminal(env, [stdin, stdout, stderr]),
    locale: Intl.DateTimeFormat().resolvedOptions().locale,
  })
  // Programs started without an explicit environment, such as the browser, inherit this process's.
  cleanOwnEnvironment()
  const folder = flags.home ?? usualFolder(homedir(), flags.rehearse ? '.janus-rehearsal' : '.janus')
  const port = flags.port === undefined ? usualPort : Number(flags.port)
  let rehearsal: Promise<Served> | null = null
  const rehearse = async (): Promise<string> => {
    rehearsal ??= serve({
      folder: `${folder}-rehearsal`,
      port: port === 0 ? 0 : port + 1,
      rehearse: true,
      environment,
      host: { kind: 'web', rehearse: back },
    })
    // A failed start may be tried again.
    rehearsal.catch(() => (rehearsal = null))
    return (await rehearsal).address()
  }
  const back = (): Promise<string> => Promise.resolve(own.address())
  const host: Host = flags.rehearse ? { kind: 'web' } : { kind: 'web', rehearse }
  const own = await serve({ folder, port, rehearse: flags.rehearse ?? false, environment, host })
  const address = own.announce()
  const closeDoor = flags['no-open'] ? () => undefined : openInBrowser(own.folder, address, log)
  endOnSignals(async () => {
    closeDoor()
    // `npm run dev` passes them to the next process, so that windows stay signed in.
    process.send?.({ sessions: own.sessions() })
    await Promise.all([own.close(), rehearsal?.then((served) => served.close())])
  })
  process.on('message', (message) => {
    if (message === 'window built') own.endFeeds()
  })
  // The last line of a start: from now on a signal quits gracefully.
  console.log(`agents API: ${own.url}/api`)
}

type Served = Awaited<ReturnType<typeof serve>>

type Serving = Pick<ComposeOptions, 'folder' | 'port' | 'rehearse' | 'environment'> & { readonly host: Host }

async function serve({ folder, port, rehearse, environment, host }: Serving) {
  const now = () => performance.now()
  // Kept over a restart, so that windows stay signed in.
  const sessions = new Sessions(now, process.env['JANUS_SESSIONS'])
  let pages: Pages | null = null
  let last: Promise<void> = Promise.resolve()
  let isEnding = false
  const restart = (): Promise<void> => {
    last = last.then(async () => {
      if (isEnding) return
      await janus.close()
      running.splice(running.indexOf(janus), 1)
      janus = await compose(Number(new URL(janus.server.url).port))
    })
    last.catch(brokeDown)
    return last
  }
  const compose = async (at: number): Promise<Janus> => {
    const made = await composeJanus({
      folder,
      startedIn: flags.cwd ?? null,
      rehearse,
      environment,
      log,
      port: at,
      host: { ...host, restart },
      dist: beside(),
      ...builtPrograms(program),
      pages: ({ ask, feed }) => {
        const onUnknownVisitor = (code: string) => print(code)
        pages = createPages({ ask, feed, files: beside('renderer'), now, log, sessions, onUnknownVisitor })
        return pages.router
      },
      crashed: brokeDown,
    })
    if (running.length === 0) note = openLog(made.folder)
    running.push(made)
    return made
  }
  let janus = await compose(port)
  const addressOf = (code: string): string => `${janus.server.url}/?code=${code}`
  const print = (code: string): string => {
    const fresh = addressOf(code)
    console.log(`Janus: ${fresh}`)
    return fresh
  }
  return {
    url: janus.server.url,
    folder: janus.folder,
    address: () => addressOf(sessions.newCode('window')),
    announce: () => print(sessions.newCode('user')),
    sessions: () => sessions.kept,
    endFeeds: () => pages?.endFeeds(),
    close: async () => {
      isEnding = true
      await last
      await janus.close()
    },
  }
}

function log(line: string): void {
  console.error(line)
  note(line)
}

/** The state may be inconsistent, so everything ends and the launcher starts Janus again. */
function brokeDown(error: unknown): void {
  console.error(error)
  // Further errors may follow from the first.
  if (isBroken) return
  isBroken = true
  const [first] = running
  if (first) noteBreakdown(first.folder, error)
  const exit = (): void => process.exit(breakdownExitCode)
  setTimeout(exit, breakdownTimeout)
  void Promise.allSettled(running.map((janus) => janus.abort())).then(exit)
}

function endOnSignals(close: () => Promise<void>): void {
  const signals = quitOnSignals({
    running: () => running,
    quit: () => {
      close().then(
        () => {
          if (!signals.isHurried()) process.exit(0)
        },
        (error: unknown) => {
          console.error(error)
          process.exit(1)
        },
      )
    },
    exit: (code) => process.exit(code),
    say: (line) => {
      console.log(line)
    },
  })
}

/**
 * Other users can read command lines, so the browser gets a file that only its owner can read and that
 * redirects to the address with the code. Returns a function that removes the file.
 */
function openInBrowser(folder: string, address: string, log: (line: string) => void): () => void {
  const path = join(folder, 'open.html')
  const remove = (): void => {
    removeOwnerOnly(path)
  }
  if (!hasScreen()) return () => undefined
  writeOwnerOnly(path, leadingPage(address))
  open(pathToFileURL(path).href).then(
    (child) => {
      child.on('error', (error) => {
        log(`browser: ${error.message}`)
      })
    },
    (error: unknown) => {
      log(`browser: ${String(error)}`)
    },
  )
  return remove
}

function hasScreen(): boolean {
  return process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'])
}

/** The code needs no HTML escaping. */
function leadingPage(address: string): string {
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${address}">
<title>Janus</title>
<p>Janus opens. If it does not, use the address in the terminal.</p>
`
}
