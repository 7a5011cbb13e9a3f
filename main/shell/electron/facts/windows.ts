import type { ContentsEvents, ContentsPart } from '../electron-parts.ts'
import { attempt, outcome, type Fact, type World } from './fact.ts'

const page = async () => new Response('<p>words', { headers: { 'Content-Type': 'text/html' } })

/** A window: when it is seen, what loading comes to, how it breaks down and closes. */
export const windows: readonly Fact[] = [
  {
    number: 15,
    title:
      '`ready-to-show` comes after the page has loaded; for a window that is not shown it may not come at all, and on Wayland such a window may never be seen',
    source: 'shell/browser/api/electron_api_web_contents.cc (first layout); electron#48859',
    unheld: 'What a compositor shows is asked of the compositor, by the end-to-end tests.',
    checks: [
      {
        name: 'the order, on X11',
        by: 'both',
        when: 'start',
        on: ['linux'],
        scheme: 'fact15',
        see: async ({ electron, open, running, note }) => {
          await running()
          electron.protocol.handle('fact15', page)
          const { window, close } = open()
          const drawn = new Promise<void>((resolve) =>
            window.on('ready-to-show', () => {
              note('ready-to-show')
              resolve()
            }),
          )
          window.webContents.on('did-finish-load', () => note('did-finish-load'))
          await window.loadURL('fact15://x/')
          note('loaded')
          await drawn
          close()
        },
        is: ['did-finish-load', 'loaded', 'ready-to-show'],
      },
    ],
  },
  {
    number: 16,
    title:
      '`loadURL` rejects with a code: `ERR_ABORTED` when overtaken, `ERR_FAILED` for an answer without anything (204); a 404 is a page like others',
    source: 'lib/browser/api/web-contents.ts (loadURL)',
    checks: [
      {
        name: 'what it comes to',
        by: 'both',
        when: 'start',
        scheme: 'fact16',
        see: async ({ electron, open, running, note }) => {
          await running()
          electron.protocol.handle('fact16', async ({ url }) => {
            const status = Number(new URL(url).pathname.slice(1))
            return status === 200 ? page() : new Response(null, { status })
          })
          const { window, close } = open()
          const load = (path: string) => codeOf(() => window.loadURL(`fact16://x/${path}`))
          const overtaken = load('200')
          note(`after: ${await load('200')}`)
          note(`overtaken: ${await overtaken}`)
          for (const status of ['404', '204']) {
            await turn()
            note(`${status}: ${await load(status)}`)
          }
          await turn()
          close()
        },
        is: ['after: ok', 'overtaken: ERR_ABORTED -3', '404: ok', '204: ERR_FAILED -2'],
      },
    ],
  },
  {
    number: 17,
    title:
      '`render-process-gone` comes a task after the death; the page is not destroyed then, its frame is, and it can be loaded anew',
    source: 'shell/browser/api/electron_api_web_contents.cc (PrimaryMainFrameRenderProcessGone)',
    checks: [
      {
        name: 'a renderer that crashes',
        by: 'both',
        when: 'start',
        scheme: 'fact17',
        see: async ({ electron, open, running, note }) => {
          await running()
          electron.protocol.handle('fact17', page)
          const { window, close } = open()
          await window.loadURL('fact17://x/')
          const { webContents } = window
          const { mainFrame } = webContents
          const gone = heard(webContents, 'render-process-gone')
          webContents.forcefullyCrashRenderer()
          note('asked for')
          void gone.then(() => note('gone'))
          await gone
          note(`destroyed: ${String(webContents.isDestroyed())}`)
          note(attempt(() => mainFrame.url))
          note(attempt(() => webContents.mainFrame.url))
          note(await outcome(() => window.loadURL('fact17://x/again')))
          close()
        },
        is: [
          ...['asked for', 'gone', 'destroyed: false'],
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
    source: 'lib/browser/api/web-frame-main.ts (send)',
    checks: [
      {
        name: 'to a live and to a dead page',
        by: 'both',
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
            for (const line of logged()) note(/(serialize arguments|frame was disposed)/.exec(line)?.[0] ?? line)
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
        by: 'both',
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
    number: 20,
    title:
      'a window that is closed says `close`, its page `destroyed`, the window `closed`, and the last one `window-all-closed`; where nobody listens to that, Electron quits',
    source: 'lib/browser/init.ts, shell/browser/browser.cc (OnWindowAllClosed)',
    checks: [
      {
        name: 'with a listener for the last',
        by: 'both',
        when: 'alone',
        slow: true,
        see: async (world) => {
          const { app } = world.electron
          app.on('window-all-closed', () => {
            world.note('window-all-closed')
            app.exit(0)
          })
          await closeOne(world)
        },
        is: ['close', 'destroyed', 'closed', 'window-all-closed', 'ended 0'],
      },
      {
        name: 'without',
        by: 'both',
        when: 'alone',
        see: async (world) => {
          const { app } = world.electron
          app.on('before-quit', () => world.note('before-quit'))
          app.on('quit', (_event, code) => world.note(`quit ${String(code)}`))
          await closeOne(world)
        },
        is: ['close', 'destroyed', 'closed', 'before-quit', 'quit 0', 'ended 0'],
      },
      {
        name: 'nothing of it can be used after',
        by: 'both',
        when: 'start',
        see: async ({ open, running, note }) => {
          await running()
          const { window, close } = open()
          const closed = new Promise<void>((resolve) => window.on('closed', () => resolve()))
          close()
          await closed
          note(String(window.isDestroyed()))
          note(attempt(() => window.show()))
          note(attempt(() => window.isMinimized()))
        },
        is: ['true', 'Object has been destroyed', 'Object has been destroyed'],
      },
    ],
  },
  {
    number: 21,
    title: 'where nothing manages windows `maximize()` does nothing; on Wayland a window has no place to be set',
    source: 'docs/api/browser-window.md (setBounds); tried on X11',
    unheld: 'Wayland: 33 answers what was set, newer ones 0 and 0; Janus relies on neither.',
    checks: [
      {
        name: 'on X11, without a window manager',
        by: 'real',
        why: 'The stand-in has no screen to be large on.',
        when: 'start',
        on: ['linux'],
        see: async ({ real, running, note }) => {
          await running()
          const window = new real.BrowserWindow({ show: false, x: 120, y: 90, width: 600, height: 400 })
          window.setBounds({ x: 10, y: 20, width: 500, height: 300 })
          note(JSON.stringify(window.getNormalBounds()))
          window.maximize()
          note(String(window.isMaximized()))
          window.destroy()
        },
        is: ['{"x":10,"y":20,"width":500,"height":300}', 'false'],
      },
    ],
  },
  {
    number: 36,
    title:
      'what touches a page at once in the continuation of an overtaken `loadURL` kills the main process; after `setImmediate` it is safe',
    source: 'tried; for `loadURL` mended in 36.8, 37.3 and 38, for `reload` and `stop` not',
    checks: [
      {
        name: 'at once',
        by: 'both',
        when: 'alone',
        slow: true,
        scheme: 'fact36',
        see: async (world) => {
          const { window } = await overtake(world)
          world.note('at once')
          await window.loadURL('fact36://x/third')
          world.note('alive')
          world.electron.app.exit(0)
        },
        is: ({ electron }) => ['at once', ...(electron < 36 ? ['ended SIGSEGV'] : ['alive', 'ended 0'])],
      },
      {
        name: 'a turn later',
        by: 'both',
        when: 'start',
        scheme: 'fact36',
        see: async (world) => {
          const { window, close } = await overtake(world)
          await turn()
          world.note(await outcome(() => window.loadURL('fact36://x/third')))
          close()
        },
        is: ['ok'],
      },
    ],
  },
]

/** Has a page overtaken while it is on its way; resolves in the continuation of its load. */
async function overtake({ electron, open, running }: World) {
  await running()
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  electron.protocol.handle('fact36', async ({ url }) => {
    if (url.endsWith('slow')) {
      asked.resolve()
      await answered.promise
    }
    return page()
  })
  const opened = open()
  const { window } = opened
  await window.loadURL('fact36://x/first')
  const overtaken = codeOf(() => window.loadURL('fact36://x/slow'))
  await asked.promise
  void window.loadURL('fact36://x/second').catch(() => undefined)
  await overtaken
  answered.resolve()
  return opened
}

async function closeOne({ open, running, note }: World): Promise<void> {
  await running()
  const { window, close } = open()
  window.on('close', () => note('close'))
  window.webContents.on('destroyed', () => note('destroyed'))
  window.on('closed', () => note('closed'))
  close()
}

/** How a load ended: `ok`, or Chromium's name and number. */
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

/** A turn of the loop, after which a page may be touched again. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
