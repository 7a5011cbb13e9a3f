import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { attempt } from '../../smoke-checks.ts'
import { runningCheck, type ElectronFact } from './fact.ts'

export const starting: readonly ElectronFact[] = [
  {
    number: 1,
    title: '`ready` comes once the entry has been evaluated; an entry that waits for it never is',
    source: 'lib/browser/init.ts: appCodeLoaded, shell/common/node_bindings.cc: JoinAppCode',
    checks: [
      {
        name: 'evaluated first, ready then',
        when: 'start',
        see: async ({ electron, evaluated, note }) => {
          void evaluated.then(() => note('evaluated'))
          await electron.app.whenReady()
          note('ready')
        },
        is: ['evaluated', 'ready'],
      },
      {
        name: 'a module that awaits ready at its top level hangs',
        when: 'alone',
        slow: true,
        isAwaited: true,
        see: async ({ electron, note }) => {
          note('waiting')
          await electron.app.whenReady()
          note('ready')
        },
        is: ['waiting', 'hangs'],
      },
    ],
  },
  {
    number: 2,
    title:
      'the order of `ready` listeners and what waits for `whenReady()` has changed; both run before the message loop, where `app.exit` ends the process at once',
    source: 'shell/browser/browser.cc: DidFinishLaunching; the order since 38',
    checks: [
      {
        name: 'which is first',
        why: 'Janus does not listen to `ready`, so that neither order matters.',
        when: 'start',
        see: async ({ real, note }) => {
          real.app.on('ready', () => note('listener'))
          await real.app.whenReady()
          note('promise')
        },
        is: ({ electron }) => (electron < 38 ? ['listener', 'promise'] : ['promise', 'listener']),
      },
      {
        name: 'exit before the message loop',
        when: 'alone',
        see: async ({ electron, note }) => {
          electron.app.on('quit', () => note('quit'))
          await electron.app.whenReady()
          note('ready')
          electron.app.exit(7)
          note('after')
        },
        is: ['ready', 'ended 7'],
      },
    ],
  },
  {
    number: 3,
    title: '`enableSandbox()` throws after `ready`, and takes `--no-sandbox` off the command line',
    source: 'shell/browser/api/electron_api_app.cc: EnableSandbox',
    checks: [
      runningCheck(3),
      {
        name: 'the switch',
        when: 'start',
        see: ({ electron: { app }, note }) => {
          app.commandLine.appendSwitch('no-sandbox')
          app.enableSandbox()
          note(String(app.commandLine.hasSwitch('no-sandbox')))
        },
        is: ['false'],
      },
    ],
  },
  {
    number: 4,
    title: 'schemes are declared before `ready` or never',
    source: 'shell/browser/api/electron_api_protocol.cc: RegisterSchemesAsPrivileged',
    checks: [runningCheck(4)],
  },
  {
    number: 5,
    title: 'before `ready` there is no session, and so no `protocol.handle`',
    source: 'shell/browser/api/electron_api_session.cc, lib/browser/api/protocol.ts',
    checks: [
      {
        name: 'before and after',
        when: 'start',
        see: async ({ electron: { protocol, session }, running, note }) => {
          const handle = () => protocol.handle('fact5', async () => new Response(''))
          note(attempt(() => session.defaultSession))
          note(attempt(handle))
          await running()
          note(attempt(() => session.defaultSession))
          note(attempt(handle))
        },
        is: [...twice('Session can only be received when app is ready'), ...twice('ok')],
      },
    ],
  },
  {
    number: 6,
    title: 'before `ready` there is no window, no icon in the tray, no utility process, which kills 33',
    source: 'shell/browser/api/electron_api_browser_window.cc: New',
    checks: [
      {
        name: 'before',
        when: 'start',
        see: ({ electron: { Tray }, open, note }) => {
          note(attempt(open))
          note(attempt(() => new Tray('none')))
        },
        is: ['Cannot create BrowserWindow before app is ready', 'Cannot create Tray before app is ready'],
      },
      {
        name: 'a utility process',
        when: 'alone',
        slow: true,
        see: ({ electron: { app, utilityProcess }, note }) => {
          note('too early')
          note(attempt(() => utilityProcess.fork('none')))
          app.exit(0)
        },
        is: ({ electron }) =>
          electron < 38
            ? ['too early', 'ended SIGSEGV']
            : ['too early', 'utilityProcess cannot be created before app is ready', 'ended 0'],
      },
    ],
  },
  {
    number: 7,
    title:
      'dialogs throw before `ready`, but for `showErrorBox`, which on Linux only writes to stderr then; later it blocks the whole main process',
    source: 'lib/browser/api/dialog.ts: checkAppInitialized, docs/api/dialog.md',
    checks: [
      {
        name: 'before',
        when: 'start',
        see: ({ electron: { dialog }, note }) => {
          const nowhere = null as never
          note(attempt(() => dialog.showMessageBox(nowhere, { message: 'words' })))
          note(attempt(() => dialog.showOpenDialog(nowhere, {})))
        },
        is: twice('dialog module can only be used after app is ready'),
      },
      {
        name: 'a box of errors before and after ready',
        why: 'Nothing of Janus calls it after `ready`; before, it only leaves words.',
        when: 'alone',
        slow: true,
        on: ['linux'],
        see: async ({ real, running, note }) => {
          real.dialog.showErrorBox('Early', 'early words')
          note('not held up')
          await running()
          const cell = new Int32Array(new SharedArrayBuffer(4))
          new Worker(watching, { eval: true, workerData: { cell, pid: process.pid } })
          setTimeout(() => Atomics.notify(cell, 0), 100)
          note('box')
          real.dialog.showErrorBox('Late', 'late words')
        },
        outside: async (run) => {
          await run.ended()
          if (run.words().includes('early words')) run.note('on stderr')
        },
        is: ['not held up', 'box', 'ended SIGKILL', 'on stderr'],
      },
    ],
  },
  {
    number: 8,
    title: '`screen` cannot be used before `ready`; `powerMonitor`, `nativeTheme` and `Menu` can',
    source: 'lib/browser/api/screen.ts, lib/browser/api/power-monitor.ts',
    checks: [
      {
        name: 'before and after',
        when: 'start',
        see: async ({ electron: { screen, powerMonitor, nativeTheme, Menu }, running, note }) => {
          const look = () => screen.getAllDisplays()
          note(attempt(look))
          note(attempt(() => powerMonitor.on('suspend', () => undefined)))
          note(attempt(() => nativeTheme.shouldUseDarkColors))
          note(attempt(() => Menu.setApplicationMenu(null)))
          await running()
          note(attempt(look))
        },
        is: ["The 'screen' module can't be used before the app 'ready' event", 'ok', 'ok', 'ok', 'ok'],
      },
    ],
  },
  {
    number: 9,
    title: '`setPath` wants a whole path, and makes nothing there',
    source: 'shell/browser/api/electron_api_app.cc: SetPath',
    checks: [
      runningCheck(9),
      {
        name: 'nothing is made',
        why: 'The stand-in has no files.',
        when: 'start',
        see: ({ real, folder, note }) => {
          const path = join(folder, 'a', 'b')
          note(attempt(() => real.app.setPath('crashDumps', path)))
          note(String(existsSync(path)))
        },
        is: ['ok', 'false'],
      },
    ],
  },
  {
    number: 12,
    title: 'on Windows `process.stdin` is at its end and there is no `process.send`',
    source: 'lib/common/init.ts, spec/node-spec.ts',
    checks: [
      {
        name: 'stdin and send',
        why: 'Janus reads no stdin and sends nothing this way.',
        when: 'start',
        on: ['win32'],
        see: async ({ note }) => {
          note(typeof process.send)
          await new Promise((resolve) => process.stdin.on('end', resolve).resume())
          note('end')
        },
        is: ['undefined', 'end'],
      },
    ],
  },
]

/** Runs in a worker: kills the process by SIGKILL if the main thread was blocked, else by SIGABRT. */
const watching = `
  const { workerData: { cell, pid } } = require('node:worker_threads')
  process.kill(pid, Atomics.wait(cell, 0, 0, 1500) === 'timed-out' ? 'SIGKILL' : 'SIGABRT')`

function twice(what: string): readonly string[] {
  return [what, what]
}
