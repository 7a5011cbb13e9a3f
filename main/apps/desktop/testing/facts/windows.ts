import { attempt } from '../../smoke-checks.ts'
import { page, type ElectronFact, type World } from './fact.ts'

export const windows: readonly ElectronFact[] = [
  {
    number: 15,
    title:
      '`ready-to-show` comes after the page has loaded; for a window that is not shown it may not come at all, and on Wayland such a window may never be seen',
    source: 'shell/browser/api/electron_api_web_contents.cc: first layout; electron#48859',
    unheld: 'what a compositor shows, which is asked of the compositor',
    checks: [
      {
        name: 'the order, on X11',
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
    number: 20,
    title:
      'a window that is closed says `close`, its page `destroyed`, the window `closed`, and the last one `window-all-closed`; where nobody listens to that, Electron quits',
    source: 'lib/browser/init.ts, shell/browser/browser.cc: OnWindowAllClosed',
    checks: [
      {
        name: 'with a listener for the last',
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
    title:
      'where nothing manages windows `maximize()` does nothing; on Wayland a window has no place to be set',
    source: 'docs/api/browser-window.md: setBounds; tried on X11',
    unheld: 'Wayland, where 33 answers what was set and newer ones 0 and 0; Janus relies on neither',
    checks: [
      {
        name: 'on X11, without a window manager',
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
]

async function closeOne({ open, running, note }: World): Promise<void> {
  await running()
  const { window, close } = open()
  window.on('close', () => note('close'))
  window.webContents.on('destroyed', () => note('destroyed'))
  window.on('closed', () => note('closed'))
  close()
}
