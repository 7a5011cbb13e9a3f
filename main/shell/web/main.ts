import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openInBrowser } from './browser.ts'
import { composeJanus } from '../compose.ts'
import { createPages, type Pages } from './pages.ts'

/** Port of the agents API where nothing else is said. */
const usualPort = 9223

/** Files beside this program, as the build lays them. */
const files = {
  renderer: join(import.meta.dirname, '..', 'renderer'),
  mcpServer: join(import.meta.dirname, '..', 'mcp-servers', 'agents.js'),
}

const { values: flags } = parseArgs({
  options: {
    home: { type: 'string' },
    port: { type: 'string' },
    rehearse: { type: 'boolean' },
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

/** The web shell: the whole app in this process, its window in a browser. */
async function run(): Promise<void> {
  let pages: Pages | null = null
  const log = (line: string): void => {
    console.error(line)
  }
  const janus = await composeJanus({
    folder: flags.home ?? join(homedir(), flags.rehearse ? '.janus-rehearsal' : '.janus'),
    port: flags.port === undefined ? usualPort : Number(flags.port),
    rehearse: flags.rehearse ?? false,
    environment: process.env,
    mcpServer: { command: process.execPath, args: [files.mcpServer] },
    pages: ({ ask, feed }) => {
      pages = createPages({
        ask,
        feed,
        files: files.renderer,
        now: Date.now,
        log,
        onStranger: () => announce(),
      })
      return pages.router
    },
    log,
    crashed: (error) => {
      console.error(error)
      process.exit(70)
    },
  })
  const announce = (): string => {
    const address = `${janus.server.url}/?code=${pages?.newCode() ?? ''}`
    console.log(`Janus: ${address}`)
    return address
  }
  const address = announce()
  console.log(`agents API: ${janus.server.url}/api`)
  if (!flags.web)
    console.log('The desktop shell is not there yet: Janus is in the browser, at the address above.')
  const closeDoor = flags['no-open'] ? () => undefined : openInBrowser(janus.folder, address, log)
  endOnSignals(async () => {
    closeDoor()
    await janus.close()
  })
}

/** The first signal ends everything in order; a second one does not wait. */
function endOnSignals(close: () => Promise<void>): void {
  let ending = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (ending) process.exit(130)
      ending = true
      close().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error)
          process.exit(1)
        },
      )
    })
  }
}
