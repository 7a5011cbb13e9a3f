import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { turn, type FactCheck, type ElectronFact } from './fact.ts'
import { appears, writeWhole } from './left-file.ts'

export const processes: readonly ElectronFact[] = [
  {
    number: 32,
    title:
      '`relaunch()` ends nothing; on Linux the next one is in a group of its own, and nobody reads what it says',
    source: 'shell/browser/relauncher_linux.cc',
    checks: [
      {
        name: 'the next one',
        why: 'It takes two processes.',
        when: 'alone',
        slow: true,
        on: ['linux'],
        see: async ({ real: { app }, folder, running, note }) => {
          await running()
          if (!process.argv.includes('--again')) {
            app.relaunch({ args: [...process.argv.slice(1), '--again'] })
            note('goes on')
            setImmediate(() => app.exit(0))
            return
          }
          const isOfOwn = groupOf('self') === process.pid
          writeWhole(
            folder,
            'next',
            `own group: ${String(isOfOwn)}, stdout: ${readlinkSync('/proc/self/fd/1')}`,
          )
          app.exit(0)
        },
        outside: async (run) => {
          await run.ended()
          run.note(await run.file('next'))
        },
        is: ['goes on', 'ended 0', 'own group: true, stdout: /dev/null'],
      },
    ],
  },
  {
    number: 35,
    title:
      'what lies beside the archive is not checked, a `package.json` there says what is started; with the fuse for it off `NODE_EXTRA_CA_CERTS` and `NODE_OPTIONS` are taken out of the environment',
    source: 'lib/node/asar-fs-wrapper.ts, shell/common/node_bindings.cc',
    checks: [],
    unheld:
      'it takes a packed app with its fuses set; what is packed is held by `scripts/dist.long.test.ts`. The hashes in the archive, and the hash of its header that the builder writes into the `Info.plist` or the program, are checked by Electron on macOS and Windows only, where it ends at a wrong one (shell/common/asar/archive.cc). So `npm run smoke` starts a copy with a changed byte there and wants it refused; on Linux, where Electron starts it, it compares the files with their hashes itself, once',
  },
  {
    number: 37,
    title:
      'what main spawns inherits Chromium’s open files, its sockets among them (not on macOS); what a utility process spawns once it has started inherits no socket',
    source: 'electron#1447; tried',
    checks: [
      {
        name: 'open sockets of a child',
        why: 'It is about processes.',
        when: 'start',
        on: ['linux'],
        see: async ({ real, folder, running, note }) => {
          await running()
          const child = spawn('sleep', ['60'], { stdio: 'ignore' })
          note(`of main: ${sockets(child.pid) > 0 ? 'some' : 'none'}`)
          child.kill()
          const program = join(folder, 'child.cjs')
          writeFileSync(program, inUtility)
          const utility = real.utilityProcess.fork(program)
          const told = () => new Promise<number>((resolve) => utility.once('message', resolve))
          await told()
          // While the utility process starts, a child may still inherit a socket of Chromium's: the fact is about
          // those after that, and if each inherits some, this never ends.
          let inherited = 1
          while (inherited > 0) {
            utility.postMessage('spawn')
            const pid = await told()
            inherited = sockets(pid)
            process.kill(pid)
          }
          note('of a utility process: none')
          utility.kill()
        },
        is: ['of main: some', 'of a utility process: none'],
      },
    ],
  },
  {
    number: 39,
    title:
      'SIGTERM or SIGHUP to the whole group ends Chromium’s own processes, and main dies of it unless it ends at once; SIGINT harms nobody',
    source: 'tried',
    checks: (['SIGINT', 'SIGTERM'] as const).map((signal): FactCheck => ({
      name: `${signal} to the group`,
      why: 'It is about processes.',
      when: 'alone',
      slow: true,
      on: ['linux'],
      see: async ({ real: { app }, open, signals, running, note }) => {
        await running()
        // Ends normally if it survives that long.
        signals.on(signal, () => setTimeout(() => app.exit(0), 2000))
        const { window } = open()
        await window.loadURL('data:text/html,words')
        window.show()
        note('open')
      },
      outside: async (run) => {
        await run.noted('open')
        run.signal(signal, 'group')
      },
      is: ['open', signal === 'SIGINT' ? 'ended 0' : 'ended SIGTRAP'],
    })),
  },
  {
    number: 40,
    title:
      'once nobody reads stdout, the first line goes nowhere and each later one is an `uncaughtException` (EPIPE); a listener for errors of the stream is enough against it',
    source: 'tried; electron#40781',
    checks: (['exception', 'error of the stream'] as const).map((seen): FactCheck => ({
      name: `the reader has gone: ${seen}`,
      why: 'It is about processes.',
      when: 'alone',
      slow: true,
      on: ['linux', 'darwin'],
      see: async ({ real: { app }, folder, running, note }) => {
        let exceptions = 0
        process.on('uncaughtException', () => exceptions++)
        if (seen === 'error of the stream') process.stdout.on('error', () => undefined)
        await running()
        note('leave')
        await appears(folder, 'left')
        for (let line = 0; line < 5; line++) {
          console.log('words')
          await turn()
        }
        writeWhole(folder, 'seen', exceptions > 0 ? 'exceptions' : 'none')
        app.exit(0)
      },
      outside: async (run) => {
        await run.noted('leave')
        run.leave()
        await run.ended()
        run.note(await run.file('seen'))
      },
      is: ['leave', 'ended 0', seen === 'exception' ? 'exceptions' : 'none'],
    })),
  },
]

/** Program of the utility process: starts a child and reports its pid. */
const inUtility = `
  process.parentPort.on('message', () => {
    const { pid } = require('node:child_process').spawn('sleep', ['60'], { stdio: 'ignore' })
    process.parentPort.postMessage(pid)
  })
  process.parentPort.postMessage('up')`

function sockets(pid: number | undefined): number {
  const folder = `/proc/${String(pid)}/fd`
  return readdirSync(folder).filter((name) => opens(join(folder, name)).startsWith('socket:')).length
}

/** Returns the descriptor's target, or the empty string when it was closed meanwhile. */
function opens(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

function groupOf(process: string): number {
  const [, fields = ''] = readFileSync(`/proc/${process}/stat`, 'utf8').split(') ')
  return Number(fields.split(' ')[2])
}
