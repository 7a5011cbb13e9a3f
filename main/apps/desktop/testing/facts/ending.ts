import type { ElectronFact, World } from './fact.ts'

export const ending: readonly ElectronFact[] = [
  {
    number: 13,
    title: '`process.exit` is `app.exit`',
    source: 'lib/browser/init.ts',
    checks: [
      {
        name: 'what is told',
        why: 'Nothing of Janus calls it in the desktop’s main process.',
        when: 'alone',
        slow: true,
        see: async (world) => {
          tellEnds(world)
          await world.running()
          const { window } = world.open()
          window.on('closed', () => world.note('closed'))
          process.exit(9)
          world.note('after')
        },
        is: ['closed', 'quit 9', 'after', 'ended 9'],
      },
    ],
  },
  {
    number: 29,
    title:
      '`quit()` says `before-quit`, asks each window to close, then says `will-quit` and `quit`; who stops one of them stops it all, and it may be asked again',
    source: 'shell/browser/browser.cc: Quit, HandleBeforeQuit, NotifyAndShutdown',
    checks: [
      {
        name: 'stopped at first, then by a window, then not',
        when: 'alone',
        see: async (world) => {
          const { electron, open, running, note } = world
          const stops = new Set(['before-quit', 'close'])
          const mayStop = (what: string, event: { preventDefault(): void }) => {
            if (!stops.delete(what)) return
            event.preventDefault()
            setImmediate(() => electron.app.quit())
          }
          electron.app.on('before-quit', (event) => mayStop('before-quit', event))
          tellEnds(world)
          electron.app.on('will-quit', () => electron.app.quit())
          await running()
          const { window } = open()
          window.on('close', (event) => {
            note('close')
            mayStop('close', event)
          })
          window.on('closed', () => note('closed'))
          electron.app.quit()
          note('goes on')
        },
        is: [
          'before-quit',
          'goes on',
          'before-quit',
          'close',
          'before-quit',
          'close',
          'closed',
          'will-quit',
          'quit 0',
          'ended 0',
        ],
      },
    ],
  },
  {
    number: 30,
    title:
      '`exit(n)` asks nobody: windows are gone, `quit` is said, and what comes after the call still runs, unless the message loop had not begun: then the process is gone at once',
    source: 'shell/browser/browser.cc: Exit, spec/api-app-spec.ts',
    checks: [
      {
        name: 'while it runs',
        when: 'alone',
        see: async (world) => {
          tellEnds(world)
          await world.running()
          const { window } = world.open()
          window.on('close', () => world.note('close'))
          window.on('closed', () => world.note('closed'))
          world.electron.app.exit(8)
          world.note('after')
        },
        is: ['closed', 'quit 8', 'after', 'ended 8'],
      },
      {
        name: 'in the entry',
        when: 'alone',
        see: (world) => {
          tellEnds(world)
          world.electron.app.exit(8)
          world.note('after')
        },
        is: ['ended 8'],
      },
    ],
  },
  {
    number: 31,
    title: 'when the screen goes, nothing is said: neither `before-quit` nor `quit`',
    source:
      'tried on 33, which dies in 0.1 s, by SIGTRAP or with 1; newer ones exit, electron_browser_main_parts.cc: ExitOnSessionLoss',
    checks: [
      {
        name: 'the X server ends',
        around: 'screen',
        endsSomehow: true,
        why: 'The stand-in has no screen.',
        when: 'alone',
        slow: true,
        on: ['linux'],
        see: async (world) => {
          world.electron.app.on('before-quit', () => world.note('before-quit'))
          await world.running()
          world.open()
          world.note('open')
        },
        outside: async (run) => {
          await run.noted('open')
          run.blind()
        },
        is: ['open', 'ended'],
      },
    ],
  },
  {
    number: 33,
    title:
      'the system’s shutdown can be held by `preventDefault`; on Linux it is heard only if something else of `powerMonitor` was listened to before',
    source:
      'shell/browser/api/electron_api_power_monitor.cc, lib/browser/api/power-monitor.ts, power_observer_linux.cc',
    checks: [
      {
        name: 'heard first',
        around: 'logind',
        when: 'alone',
        slow: true,
        on: ['linux'],
        see: async ({ electron: { app, powerMonitor }, running, shutDown, note }) => {
          await running()
          powerMonitor.on('shutdown', () => note('shutdown'))
          note(await shutDown())
          app.exit(0)
        },
        is: ['let go', 'ended 0'],
      },
      {
        name: 'heard after another, and held',
        around: 'logind',
        when: 'alone',
        slow: true,
        on: ['linux'],
        see: async ({ electron: { app, powerMonitor }, running, shutDown, note }) => {
          await running()
          powerMonitor.on('suspend', () => undefined)
          powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
            note('shutdown')
            event?.preventDefault()
          })
          note(await shutDown())
          app.exit(0)
        },
        is: ['shutdown', 'held', 'ended 0'],
      },
    ],
  },
  {
    number: 34,
    title: '`setBadgeCount` says false on Windows and where no launcher listens',
    source: 'shell/browser/browser_win.cc, browser_linux.cc',
    checks: [
      {
        name: 'the answer',
        when: 'start',
        on: ['linux', 'win32'],
        see: async ({ electron, running, note }) => {
          await running()
          note(String(electron.app.setBadgeCount(3)))
        },
        is: ['false'],
      },
    ],
  },
]

function tellEnds({ electron: { app }, note }: World): void {
  app.on('before-quit', () => note('before-quit'))
  app.on('will-quit', () => note('will-quit'))
  app.on('quit', (_event, code) => note(`quit ${String(code)}`))
}
