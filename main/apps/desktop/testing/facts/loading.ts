import type { ContentsEvents, ContentsPart } from '../../electron-parts.ts'
import { attempt } from '../../smoke-checks.ts'
import { outcome, page, turn, type ElectronFact, type World } from './fact.ts'

export const loading: readonly ElectronFact[] = [
  {
    number: 16,
    title:
      '`loadURL` rejects with a code: `ERR_ABORTED` when overtaken, `ERR_FAILED` for an answer without anything (204); a 404 is a page like others',
    source: 'lib/browser/api/web-contents.ts: loadURL',
    checks: [
      {
        name: 'what it comes to',
        when: 'start',
        scheme: 'fact16',
        see: async (world) => {
          const { note, open } = world
          const first = await overtake(world, 'fact16')
          note(`overtaken: ${first.code}`)
          // The replacing load may get the aborted one's end as its own.
          await first.after
          await turn()
          first.close()
          for (const status of ['404', '204']) {
            const { window, close } = open()
            note(`${status}: ${await codeOf(() => window.loadURL(`fact16://x/${status}`))}`)
            await turn()
            close()
          }
        },
        is: ['overtaken: ERR_ABORTED -3', '404: ok', '204: ERR_FAILED -2'],
      },
    ],
  },
  {
    number: 17,
    title:
      '`render-process-gone` comes a task after the death; the page is not destroyed then, its frame is, and it can be loaded again',
    source: 'shell/browser/api/electron_api_web_contents.cc: PrimaryMainFrameRenderProcessGone',
    checks: [
      {
        name: 'a renderer that crashes',
        when: 'start',
        scheme: 'fact17',
        see: async ({ electron, open, running, note }) => {
          await running()
          electron.protocol.handle('fact17', page)
          const { window, close } = open()
          await window.loadURL('fact17://x/')
          const { webContents } = window
          const { mainFrame } = webContents
          const gone = new Promise<void>((resolve) =>
            webContents.on('render-process-gone', () => {
              note('gone')
              resolve()
            }),
          )
          webContents.forcefullyCrashRenderer()
          note('asked for')
          void Promise.resolve().then(() => note('still the same task'))
          await gone
          note(`destroyed: ${String(webContents.isDestroyed())}`)
          note(attempt(() => mainFrame.url))
          note(attempt(() => webContents.mainFrame.url))
          note(await outcome(() => window.loadURL('fact17://x/again')))
          close()
        },
        is: [
          'asked for',
          'still the same task',
          'gone',
          'destroyed: false',
          'Render frame was disposed before WebFrameMain could be accessed',
          'Render frame was disposed before WebFrameMain could be accessed',
          'ok',
        ],
      },
    ],
  },
  {
    number: 18,
    title: '`send` never throws: what cannot be cloned, or finds no page any more, is only logged',
    source: 'lib/browser/api/web-frame-main.ts: send',
    checks: [
      {
        name: 'to a live and to a dead page',
        when: 'start',
        scheme: 'fact18',
        see: async ({ electron, open, running, logged, note }) => {
          await running()
          electron.protocol.handle('fact18', page)
          const { window, close } = open()
          await window.loadURL('fact18://x/')
          const { webContents } = window
          const send = (what: unknown) => {
            logged()
            note(attempt(() => webContents.send('fact18', what)))
            for (const line of logged())
              note(/(serialize arguments|frame was disposed)/.exec(line)?.[0] ?? line)
          }
          send({ words: 'x' })
          send(() => 1)
          const gone = heard(webContents, 'render-process-gone')
          webContents.forcefullyCrashRenderer()
          await gone
          send('x')
          close()
        },
        is: ['ok', 'ok', 'serialize arguments', 'ok', 'frame was disposed'],
      },
    ],
  },
  {
    number: 19,
    title:
      '`will-navigate` and `will-frame-navigate` are about what a page wants, never about what main loads; a frame within raises the second only, `about:blank` neither',
    source: 'docs/api/web-contents.md; the last, tried',
    checks: [
      {
        name: 'who wants to go where',
        when: 'start',
        scheme: 'fact19',
        see: async (world) => {
          await world.running()
          const { electron, open, note } = world
          electron.protocol.handle('fact19', page)
          const { window, page: shown, close } = open()
          const { webContents } = window
          webContents.on('will-frame-navigate', ({ url }) => note(`will-frame-navigate ${url}`))
          webContents.on('will-navigate', ({ url }) => note(`will-navigate ${url}`))
          await window.loadURL('fact19://x/main')
          await shown.go('fact19://x/page')
          await shown.frame('fact19://x/frame')
          await shown.go('about:blank')
          close()
        },
        is: [
          'will-frame-navigate fact19://x/page',
          'will-navigate fact19://x/page',
          'will-frame-navigate fact19://x/frame',
        ],
      },
    ],
  },
  {
    number: 36,
    title:
      'what touches a page at once in the continuation of an overtaken `loadURL` kills the main process; after `setImmediate` it is safe',
    source: 'tried; for `loadURL` fixed in 36.8, 37.3 and 38, for `reload` and `stop` not',
    checks: [
      {
        name: 'at once',
        when: 'alone',
        slow: true,
        scheme: 'fact36',
        see: async (world) => {
          const { window } = await overtake(world, 'fact36')
          world.note('at once')
          await window.loadURL('fact36://x/third')
          world.note('alive')
          world.electron.app.exit(0)
        },
        is: ({ electron }) => ['at once', ...(electron < 38 ? ['ended SIGSEGV'] : ['alive', 'ended 0'])],
      },
      {
        name: 'a turn later',
        when: 'start',
        scheme: 'fact36',
        see: async (world) => {
          const { window, close, after } = await overtake(world, 'fact36')
          await turn()
          // This load also replaces another and may get its end; the next one doesn't.
          await outcome(() => window.loadURL('fact36://x/third'))
          await after
          world.note(await outcome(() => window.loadURL('fact36://x/fourth')))
          close()
        },
        is: ['ok'],
      },
    ],
  },
]

/** Replaces a load while it is pending; resolves in the continuation of the first, with its result. */
async function overtake({ electron, open, running }: World, scheme: string) {
  await running()
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  electron.protocol.handle(scheme, async ({ url }) => {
    const name = new URL(url).pathname.slice(1)
    if (name === 'slow') {
      asked.resolve()
      await answered.promise
    }
    const status = Number(name)
    return status > 0 ? new Response(null, { status }) : page()
  })
  const opened = open()
  const load = (name: string) => codeOf(() => opened.window.loadURL(`${scheme}://x/${name}`))
  await load('first')
  const overtaken = load('slow')
  await asked.promise
  const after = load('second')
  const code = await overtaken
  answered.resolve()
  return { ...opened, code, after }
}

/** Returns `ok`, or Chromium's error name and number. */
async function codeOf(load: () => Promise<void>): Promise<string> {
  try {
    await load()
    return 'ok'
  } catch (error) {
    const { code, errno } = error as { code?: string; errno?: number }
    return `${String(code)} ${String(errno)}`
  }
}

function heard(contents: ContentsPart, event: 'render-process-gone' & keyof ContentsEvents): Promise<void> {
  return new Promise((resolve) => contents.on(event, () => resolve()))
}
