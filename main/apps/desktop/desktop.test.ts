import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keepLastView, readLastView } from '../shared/last-view.ts'
import { JanusStandIn, snapshot } from './testing/janus-stand-in.ts'
import { Started } from './testing/started.ts'
import { webPreferences } from './window.ts'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { profileOf } from './start.ts'

let desktop: Started
beforeEach(() => {
  desktop = new Started()
})
afterEach(() => desktop.end())

const never = new Promise(() => undefined)

describe('a start', () => {
  test('is in this order, with the sandbox first', async () => {
    const { electron } = await desktop.start()
    expect(electron.app.calls).toEqual([
      'enableSandbox',
      '--host-resolver-rules=MAP * ~NOTFOUND',
      `setPath userData ${join(desktop.folder, 'window')}`,
      'requestSingleInstanceLock',
      'ready',
    ])
    expect(electron.network.schemes.map(({ scheme }) => scheme)).toEqual(['app'])
    expect(electron.windows.map(({ loaded }) => loaded)).toEqual([['app://janus/']])
    expect([...electron.channels.keys()].sort()).toEqual(['janus:feed', 'janus:request'])
  })

  test('makes a window that is shown once it is drawn, in the sandbox', async () => {
    const { electron } = await desktop.start()
    const { webPreferences: preferences, show } = electron.window.options
    expect(show).toBe(false)
    expect(preferences).toEqual({
      preload: '/p/preload.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      spellcheck: true,
      devTools: true,
    })
    expect(Object.isFrozen(preferences)).toBe(true)
    expect(webPreferences('/p', true).devTools).toBe(false)
    await electron.window.drawn
    expect(electron.window.calls).toEqual(['show'])
  })

  test('as the second brings the first to the front, and does nothing else', async () => {
    desktop.electron.app.isFirst = false
    expect(await desktop.begin()).toBeNull()
    expect(await desktop.electron.app.exited.promise).toBe(4)
    expect(desktop.printed).toEqual(['janus: handed over'])
    expect([desktop.composed, desktop.electron.windows]).toEqual([[], []])
  })

  test.each(['inspect', 'inspect-brk', 'inspect-port', 'remote-debugging-port', 'remote-debugging-pipe'])(
    'of the packaged app with --%s ends at once',
    async (name) => {
      const { app, windows } = desktop.electron
      app.isPackaged = true
      app.switches = [name]
      await desktop.start()
      expect([await app.exited.promise, desktop.composed, windows]).toEqual([3, [], []])
    },
  )

  test('opens the window at once, before the core stands, and says each step to the launcher', async () => {
    const gate = Promise.withResolvers<undefined>()
    desktop.starting = async () => {
      await gate.promise
      return desktop.own
    }
    const started = await desktop.begin()
    const { window } = desktop.electron
    await window.drawn
    expect([window.isShown, desktop.printed]).toEqual([true, ['janus: window']])
    // The page loads before the core runs and gets answers and events afterwards.
    const reply = desktop.electron.ask('janus:request', ['app.status', {}])
    await desktop.electron.ask('janus:feed', ['open', 'a'])
    expect(window.webContents.sent).toEqual([])
    gate.resolve(undefined)
    await started?.ready
    expect(window.webContents.sent.map(([channel, name]) => [channel, name])).toEqual([['janus:feed', 'a']])
    expect([window.loaded.length, desktop.printed.at(-1)]).toEqual([1, 'agents API: http://127.0.0.1:1/api'])
    expect(await reply).toEqual({ answer: { of: 'own' } })
  })

  test('shows what it showed last until the core stands, if the window is of the same build', async () => {
    const gate = Promise.withResolvers<JanusStandIn>()
    desktop.starting = () => gate.promise
    const renderer = join(desktop.folder, 'renderer')
    fs.mkdirSync(renderer)
    fs.writeFileSync(join(renderer, 'index.html'), 'a build')
    keepLastView(desktop.folder, renderer, new JanusStandIn('last').feed)
    const files = { renderer, preload: '/p/preload.cjs', icon: '/r/icon.png' }
    const started = await desktop.begin({ files })
    const { webContents } = desktop.electron.window
    await desktop.electron.ask('janus:feed', ['open', 'a'])
    const last = { ...snapshot('last'), isRemembered: true }
    expect(webContents.sent).toEqual([['janus:feed', 'a', last]])
    gate.resolve(desktop.own)
    await started?.ready
    expect(webContents.sent[1]).toEqual(['janus:feed', 'a', snapshot('own')])
    fs.writeFileSync(join(renderer, 'index.html'), 'another build')
    expect(readLastView(desktop.folder, renderer)).toBeNull()
  })

  test('shows the last view of many agents, too', () => {
    const { folder } = desktop
    fs.writeFileSync(join(folder, 'index.html'), 'a build')
    keepLastView(folder, folder, new JanusStandIn('x'.repeat(2_000_000)).feed)
    expect(readLastView(folder, folder)).toMatchObject({ isRemembered: true })
  })

  test('on Wayland makes a window that is in view at once', async () => {
    const { electron } = await desktop.start({ environment: { WAYLAND_DISPLAY: 'wayland-0' } })
    expect(electron.window.options.show).toBe(true)
  })

  test('shows the window though its page does not load, and then a plain page', async () => {
    const { electron, printed } = await desktop.start()
    const { window } = electron
    window.webContents.tell('did-fail-load', {}, -2, 'ERR_FAILED', 'app://janus/', true)
    expect([window.isShown, printed.includes('janus: window')]).toEqual([true, false])
    await new Promise(setImmediate)
    expect(window.loaded.at(-1)).toBe('app://janus/broken.html')
    window.webContents.tell('did-finish-load')
    expect(printed).toContain('janus: window')
  })

  test.each([
    ['that was overtaken', -3, true],
    ['of a frame', -2, false],
  ])('passes over a load %s', async (_, code, isMainFrame) => {
    desktop.electron.network.held = never
    const { electron } = await desktop.start()
    electron.window.webContents.tell('did-fail-load', {}, code, 'ERR', 'app://janus/', isMainFrame)
    await new Promise(setImmediate)
    expect([electron.window.loaded.length, electron.window.isShown]).toEqual([1, false])
  })

  test('with a folder that cannot be one says why, and opens no window', async () => {
    const { electron, printed } = await desktop.start({ home: { refused: '/x is a file.\nChoose another.' } })
    expect(printed).toEqual(['janus: refused /x is a file. Choose another.'])
    expect([await electron.app.exited.promise, electron.windows, electron.questions]).toEqual([3, [], []])
  })

  test('that the core refuses says why, and ends', async () => {
    desktop.starting = () => Promise.reject(new Error('Another Janus holds the folder.'))
    const { electron, lines, printed } = await desktop.start()
    expect(await electron.app.exited.promise).toBe(3)
    expect(printed.at(-1)).toBe('janus: refused Another Janus holds the folder.')
    expect(lines).toContain('Another Janus holds the folder.')
  })

  test('of a packaged app, which has no terminal, says why in a box too', async () => {
    desktop.electron.app.isPackaged = true
    const { electron } = await desktop.start({ home: { refused: 'No.' } })
    expect([electron.questions[0]?.detail, await electron.app.exited.promise]).toEqual(['No.', 3])
  })

  test('without the sandbox: left alone in development, refused in a package', async () => {
    desktop.electron.app.switches = ['no-sandbox']
    await desktop.start()
    expect(desktop.electron.app.calls).not.toContain('enableSandbox')
    const packaged = new Started()
    packaged.electron.app.isPackaged = true
    packaged.electron.app.switches = ['no-sandbox']
    await packaged.start()
    expect([packaged.printed, await packaged.electron.app.exited.promise]).toEqual([['janus: no sandbox'], 5])
    packaged.end()
  })

  test('remembers where the window was, as long as one can reach it there', async () => {
    const { electron } = await desktop.start()
    electron.window.bounds = { x: 100, y: 50, width: 900, height: 700 }
    electron.window.isBig = true
    electron.window.close()
    await electron.app.exited.promise
    const again = await new Started().start({ home: { folder: desktop.folder } })
    expect(again.electron.window.options).toMatchObject({ x: 100, y: 50, width: 900, height: 700 })
    await again.electron.window.drawn
    expect(again.electron.window.isBig).toBe(true)
    const elsewhere = new Started()
    elsewhere.electron.screens = [{ x: 2000, y: 0, width: 800, height: 600 }]
    await elsewhere.start({ home: { folder: desktop.folder } })
    expect(elsewhere.electron.window.options.x).toBeUndefined()
    again.end()
    elsewhere.end()
  })
})

describe('another start', () => {
  test('brings the window to the front; its words are not used', async () => {
    const { electron } = await desktop.start()
    await electron.window.drawn
    electron.window.calls.length = 0
    electron.window.isSmall = true
    electron.app.tell('second-instance')
    expect([electron.window.isSmall, electron.window.calls]).toEqual([false, ['show', 'focus']])
  })

  test('opens a window where the last one was closed, as on a Mac', async () => {
    const { electron } = await desktop.start({ platform: 'darwin' })
    electron.window.close()
    await electron.window.gone
    expect(electron.app.calls).not.toContain('exit 0')
    electron.app.tell('activate')
    expect(electron.windows.length).toBe(2)
    expect(desktop.own.isClosed).toBe(false)
  })
})

test('after a sleep of the machine the core looks at once what has fallen due', async () => {
  const { electron, own } = await desktop.start()
  electron.powerMonitor.wakeUp()
  expect(own.looks).toBe(1)
})

describe('an end', () => {
  test.each<[string, (desktop: Started) => unknown]>([
    ['a quit', ({ electron }) => electron.app.quit()],
    ['the last window closed', ({ electron: { window } }) => window.close() && window.gone],
    ['the user signs out of Windows', ({ electron }) => electron.window.tell('session-end')],
    ['the machine goes down', ({ electron }) => electron.powerMonitor.shutDown()],
  ])('%s: every process first, then the app', async (_, end) => {
    const { electron, own } = await desktop.start()
    const gate = Promise.withResolvers<undefined>()
    own.close = async () => {
      await gate.promise
      own.isClosed = true
    }
    await end(desktop)
    expect(electron.window.isDestroyed()).toBe(true)
    expect(electron.app.calls).toContain('releaseSingleInstanceLock')
    electron.app.quit()
    expect(electron.app.calls).not.toContain('exit 0')
    gate.resolve(undefined)
    expect([await electron.app.exited.promise, own.isClosed]).toEqual([0, true])
    expect(electron.app.calls.filter((call) => call.startsWith('exit'))).toEqual(['exit 0'])
  })

  test('while it still starts: what was started is ended', async () => {
    const gate = Promise.withResolvers<undefined>()
    const starting = Promise.withResolvers<undefined>()
    desktop.starting = async () => {
      starting.resolve(undefined)
      await gate.promise
      return desktop.own
    }
    const started = desktop.start()
    await starting.promise
    desktop.electron.app.quit()
    gate.resolve(undefined)
    await started
    expect([await desktop.electron.app.exited.promise, desktop.own.isClosed]).toEqual([0, true])
  })

  test('that fails says so', async () => {
    const { electron, own, lines } = await desktop.start()
    own.close = () => Promise.reject(new Error('stuck'))
    electron.app.quit()
    expect(await electron.app.exited.promise).toBe(0)
    expect(lines.at(-1)).toContain('stuck')
  })
})

describe('a signal', () => {
  test('is heard although Electron takes it over when it gets ready: it quits, and a second Ctrl-C ends all by force', async () => {
    const { electron, own, printed } = await desktop.start()
    own.close = () => new Promise(() => undefined)
    const aborted = Promise.withResolvers<undefined>()
    own.abort = async () => aborted.resolve(undefined)
    electron.signals.raise('SIGINT')
    expect(printed.at(-1)).toMatch(/^Quitting/)
    electron.signals.raise('SIGINT')
    await aborted.promise
    expect(await electron.app.exited.promise).toBe(130)
  })
})

test('the window’s own files lie in the state folder, or elsewhere where nothing can be written there', () => {
  const folder = fs.mkdtempSync(join(tmpdir(), 'janus-profile-'))
  expect(profileOf(folder)).toBe(join(folder, 'window'))
  fs.rmdirSync(folder)
  const other = profileOf(folder)
  expect(other.startsWith(join(tmpdir(), 'janus-window-'))).toBe(true)
  fs.rmdirSync(other)
})
