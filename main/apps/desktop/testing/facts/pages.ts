import { attempt } from '../../smoke-checks.ts'
import { runningCheck, turn, type ElectronFact } from './fact.ts'

const html = { headers: { 'Content-Type': 'text/html' } }

export const pages: readonly ElectronFact[] = [
  {
    number: 22,
    title:
      'what a page invokes main with, and the answer, are structured clones; an error arrives as text alone, and so does that nobody answers',
    source: 'lib/browser/ipc-dispatch.ts, lib/renderer/api/ipc-renderer.ts',
    checks: [
      {
        name: 'there and back',
        when: 'start',
        scheme: 'fact22',
        see: async ({ electron, open, running, note }) => {
          await running()
          electron.protocol.handle('fact22', async () => new Response('', html))
          const { ipcMain } = electron
          ipcMain.handle('fact22', (_event, given) => {
            note(
              `came: ${given instanceof Map ? 'a map' : String(Object.getPrototypeOf(given) === Object.prototype)}`,
            )
            return new Map([[1, new Date(0)]])
          })
          ipcMain.handle('fact22 fails', () => {
            throw Object.assign(new TypeError('words'), { code: 'CODE' })
          })
          ipcMain.handle('fact22 function', () => () => 1)
          const { window, page, close } = open()
          await window.loadURL('fact22://x/')
          note(await page.invoke('fact22', 'new Map()'))
          note(await page.invoke('fact22', 'new (class A { a = 1 })()'))
          note(await page.invoke('fact22', '() => 1'))
          for (const channel of ['fact22 fails', 'fact22 function', 'fact22 nobody']) {
            note(await page.invoke(channel, '1'))
          }
          close()
        },
        is: [
          'came: a map',
          'Map',
          'came: true',
          'Map',
          'Error: An object could not be cloned.',
          "Error: Error invoking remote method 'fact22 fails': TypeError: words",
          "Error: Error invoking remote method 'fact22 function': Error: An object could not be cloned.",
          "Error: Error invoking remote method 'fact22 nobody': Error: No handler registered for 'fact22 nobody'",
        ],
      },
    ],
  },
  {
    number: 23,
    title: 'a channel has one handler; a second one is refused by a throw',
    source: 'lib/browser/ipc-main-impl.ts: handle',
    checks: [runningCheck(23)],
  },
  {
    number: 24,
    title: 'the frame that a request came from is read at once: later it is null, another page’s, or throws',
    source: 'docs/api/structures/ipc-main-invoke-event.md, electron_api_web_frame_main.cc: CheckRenderFrame',
    checks: [
      {
        name: 'at once, and after the page has died',
        when: 'start',
        scheme: 'fact24',
        see: async ({ electron, open, running, note }) => {
          await running()
          electron.protocol.handle('fact24', async () => new Response('', html))
          const { window, page, close } = open()
          const { webContents } = window
          await window.loadURL('fact24://x/')
          const done = new Promise<void>((resolve) => {
            electron.ipcMain.handle('fact24', async ({ senderFrame }) => {
              note(senderFrame?.url ?? 'null')
              const gone = new Promise<void>((dead) => webContents.on('render-process-gone', () => dead()))
              webContents.forcefullyCrashRenderer()
              await gone
              note(attempt(() => senderFrame?.url))
              resolve()
            })
          })
          void page.invoke('fact24', '1').catch(() => undefined)
          await done
          close()
        },
        is: ['fact24://x/', 'Render frame was disposed before WebFrameMain could be accessed'],
      },
    ],
  },
  {
    number: 25,
    title:
      'between a preload and its page data is copied and loses its class, functions are called through, an error keeps its words alone',
    source: 'docs/api/context-bridge.md',
    checks: [
      {
        name: 'what a page gets',
        why: 'The stand-in has no pages of its own; the built preload is tried in a real browser.',
        when: 'start',
        see: async ({ real, script, bridge, running, note }) => {
          await running()
          const window = new real.BrowserWindow({
            show: false,
            webPreferences: { preload: bridge, sandbox: true },
          })
          await window.loadURL('data:text/html,words')
          for (const asked of [
            'Object.keys(bridge.thing).join()',
            'Object.getPrototypeOf(bridge.thing) === Object.prototype',
            '(() => { bridge.thing.a = 5; return bridge.thing.a })()',
            'bridge.call((words) => words + " and back")',
            '(() => { const one = {}; return bridge.same(one) === one })()',
            '(() => { try { bridge.fails() } catch (error) { return error.name + " " + error.message + " " + error.code } })()',
          ]) {
            note(String(await script(window, asked)))
          }
          window.destroy()
        },
        is: ['a', 'true', '1', 'there and back', 'false', 'Error words undefined'],
      },
    ],
  },
  {
    number: 26,
    title:
      'a scheme has one handler in each session; anything with a status, headers and a body is an answer; a throw is `ERR_UNEXPECTED`',
    source: 'lib/browser/api/protocol.ts: handle',
    checks: [
      runningCheck(26),
      {
        name: 'a throw, and what is no Response',
        when: 'start',
        scheme: 'fact26b',
        see: async ({ electron: { protocol }, open, running, note }) => {
          await running()
          protocol.handle('fact26b', async ({ url }) => {
            if (url.endsWith('throw')) throw new Error('words of the handler')
            return { status: 200, headers: new Headers(), body: null } as Response
          })
          const { window, close } = open()
          const code = (address: string) =>
            window.loadURL(address).then(
              () => 'ok',
              (error: { code?: string }) => String(error.code),
            )
          note(await code('fact26b://x/throw'))
          await turn()
          note(await code('fact26b://x/other'))
          close()
        },
        is: ['ERR_UNEXPECTED', 'ok'],
      },
      {
        name: 'in another session',
        why: 'Janus has one session.',
        when: 'start',
        scheme: 'fact26c',
        see: async ({ real, running, note }) => {
          await running()
          const answer = () => new Response('', html)
          note(attempt(() => real.protocol.handle('fact26c', answer)))
          note(attempt(() => real.session.fromPartition('fact26').protocol.handle('fact26c', answer)))
        },
        is: ['ok', 'ok'],
      },
    ],
  },
  {
    number: 27,
    title:
      '`webRequest` sees what a page of an own scheme loads and fetches, and can stop it: it is a guard of our own files too',
    source: 'tried; the source seems to say the contrary',
    checks: [
      {
        name: 'seen and stopped',
        when: 'start',
        scheme: 'fact27',
        see: async ({ electron, open, running, note }) => {
          await running()
          electron.protocol.handle('fact27', async () => new Response('', html))
          const { webRequest } = electron.session.defaultSession
          webRequest.onBeforeRequest(({ url }, callback) => {
            note(url)
            callback({ cancel: url.endsWith('stop') })
          })
          const { window, page, close } = open()
          await window.loadURL('fact27://x/')
          note(await page.fetch('/go'))
          note(await page.fetch('/stop'))
          note(
            await window
              .loadURL('fact27://x/page-stop')
              .then(String, (error: { code: string }) => error.code),
          )
          webRequest.onBeforeRequest((_details, callback) => callback({}))
          close()
        },
        is: [
          'fact27://x/',
          'fact27://x/go',
          '200',
          'fact27://x/stop',
          'TypeError',
          'fact27://x/page-stop',
          'ERR_BLOCKED_BY_CLIENT',
        ],
      },
    ],
  },
  {
    number: 28,
    title: 'a request for a permission says which address asks; a check may come without a page',
    source: 'shell/browser/electron_permission_manager.cc',
    checks: [
      {
        name: 'who asks',
        why: 'The stand-in only keeps the handlers; tests ask them.',
        when: 'start',
        scheme: 'fact28',
        see: async ({ real, script, running, note }) => {
          await running()
          real.protocol.handle('fact28', () => new Response('', html))
          const { defaultSession } = real.session
          defaultSession.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) => {
            note(`${permission} ${requestingUrl}`)
            answer(false)
          })
          const window = new real.BrowserWindow({ show: false })
          await window.loadURL('fact28://x/')
          note(String(await script(window, 'Notification.requestPermission()')))
          defaultSession.setPermissionRequestHandler(null)
          window.destroy()
        },
        is: ['notifications fact28://x/', 'denied'],
      },
    ],
  },
]
