import { runningCheck, type ElectronFact } from './fact.ts'

export const incidents: readonly ElectronFact[] = [
  {
    number: 10,
    title:
      'the single-instance lock is had again by who has it; another start does not get it, and is told to the first one once that is ready',
    source: 'shell/browser/api/electron_api_app.cc: RequestSingleInstanceLock, process_singleton_posix.cc',
    checks: [
      runningCheck(10),
      {
        name: 'a second start',
        why: 'It takes two processes.',
        when: 'alone',
        slow: true,
        see: async ({ real: { app }, running, note }) => {
          app.on('second-instance', () => note(`told, ready: ${String(app.isReady())}`))
          const isFirst = app.requestSingleInstanceLock()
          note(`lock: ${String(isFirst)}`)
          if (!isFirst) return app.exit(4)
          await running()
          note('runs')
        },
        outside: async (run) => {
          await run.noted('runs')
          await (await run.again('second')).ended()
          run.signal('SIGKILL', 'group')
        },
        is: [
          'lock: true',
          'runs',
          'told, ready: true',
          'ended SIGKILL',
          'second: lock: false',
          'second: ended 4',
        ],
      },
    ],
  },
  {
    number: 11,
    title:
      'what the entry throws is an `uncaughtException`; where nobody listens Electron writes it down or shows a box, and goes on',
    source: 'lib/browser/init.ts; on Linux, before `ready`, it is text on stderr',
    checks: [
      {
        name: 'with a listener',
        why: 'The stand-in evaluates no entry of a process of its own.',
        when: 'alone',
        slow: true,
        see: ({ real: { app }, running, note }) => {
          process.on('uncaughtException', (error) => note(`heard ${error.message}`))
          void running().then(() => {
            note('runs')
            app.exit(0)
          })
          throw new Error('words of the entry')
        },
        is: ['heard words of the entry', 'runs', 'ended 0'],
      },
      {
        name: 'without one',
        why: 'As before.',
        when: 'alone',
        slow: true,
        on: ['linux'],
        see: ({ real: { app }, running, note }) => {
          void running().then(() => {
            note('runs')
            app.exit(0)
          })
          throw new Error('words of the entry')
        },
        outside: async (run) => {
          await run.noted('runs')
          if (/JavaScript error occurred[^]*words of the entry/.test(run.words())) run.note('on stderr')
        },
        is: ['runs', 'on stderr', 'ended 0'],
      },
    ],
  },
  {
    number: 14,
    title:
      'Electron takes SIGINT, SIGTERM and SIGHUP over at `ready`: who listened before is never called, the first one quits, a second of the same kind kills; who begins to listen after `ready` hears each',
    source: 'shell/browser/electron_browser_main_parts_posix.cc: InstallShutdownSignalHandlers',
    checks: (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).flatMap((signal) => [
      {
        name: `${signal}, heard before ready`,
        when: 'alone',
        slow: true,
        on: ['linux', 'darwin'],
        see: async ({ electron: { app }, signals, running, note }) => {
          signals.on(signal, () => note('heard'))
          const asked = new Promise<void>((resolve) =>
            app.on('before-quit', (event) => {
              event.preventDefault()
              note('before-quit')
              resolve()
            }),
          )
          await running()
          // Has no effect: only a signal's first listener installs a handler.
          signals.on(signal, () => note('heard late'))
          signals.raise(signal)
          await asked
          signals.raise(signal)
        },
        is: ['before-quit', `ended ${signal}`],
      },
      {
        name: `${signal}, heard after ready`,
        when: 'alone',
        slow: true,
        on: ['linux', 'darwin'],
        see: async ({ electron: { app }, signals, running, note }) => {
          app.on('before-quit', () => note('before-quit'))
          await running()
          let heard = 0
          signals.on(signal, () => {
            note('heard')
            if (++heard === 1) signals.raise(signal)
            else app.exit(0)
          })
          signals.raise(signal)
        },
        is: ['heard', 'heard', 'ended 0'],
      },
    ]),
  },
  {
    number: 38,
    title:
      'a first instance that hangs is killed by the second after 20 s, which then has the lock; what is left after a `kill -9` is in nobody’s way',
    source: 'process_singleton_posix.cc; tried',
    checks: [
      {
        name: 'stopped, then killed',
        why: 'It takes three processes.',
        when: 'alone',
        slow: true,
        on: ['linux'],
        see: async ({ real: { app }, running, note }) => {
          note(`lock: ${String(app.requestSingleInstanceLock())}`)
          await running()
          note('runs')
        },
        outside: async (run) => {
          await run.noted('runs')
          run.signal('SIGSTOP')
          const second = await run.again('second')
          await second.noted('runs')
          second.signal('SIGKILL', 'group')
          await second.ended()
          const third = await run.again('third')
          await third.noted('runs')
          third.signal('SIGKILL', 'group')
          await third.ended()
        },
        is: [
          'lock: true',
          'runs',
          'ended SIGKILL',
          'second: lock: true',
          'second: runs',
          'second: ended SIGKILL',
          'third: lock: true',
          'third: runs',
          'third: ended SIGKILL',
        ],
      },
    ],
  },
]
