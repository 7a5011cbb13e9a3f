import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { agentView, gatheringView, snapshot } from './testing/janus-stand-in.ts'
import { Started } from './testing/started.ts'
import { webPreferences } from './preferences.ts'

let desktop: Started
beforeEach(() => {
  desktop = new Started()
})
afterEach(() => desktop.end())

describe('a start', () => {
  test('is in this order, with the sandbox first', async () => {
    const { electron } = await desktop.start()
    expect(electron.app.calls).toEqual([
      'enableSandbox',
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
      spellcheck: false,
      devTools: true,
    })
    expect(Object.isFrozen(preferences)).toBe(true)
    expect(webPreferences('/p', true).devTools).toBe(false)
    electron.window.tell('ready-to-show')
    expect(electron.window.calls).toEqual(['show'])
  })

  test('as the second brings the first to the front, and does nothing else', async () => {
    desktop.electron.app.isFirst = false
    await desktop.start()
    expect(await desktop.electron.app.exited.promise).toBe(0)
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

  test('that fails says why, ends, and never opens a window', async () => {
    desktop.starting = () => Promise.reject(new Error('Another Janus holds the folder.'))
    const { electron, lines } = await desktop.start()
    expect(await electron.app.exited.promise).toBe(3)
    expect(electron.errors).toEqual(['Another Janus holds the folder.'])
    expect([lines, electron.windows]).toEqual([['Another Janus holds the folder.'], []])
  })

  test('remembers where the window was, as long as one can reach it there', async () => {
    const { electron } = await desktop.start()
    electron.window.bounds = { x: 100, y: 50, width: 900, height: 700 }
    electron.window.isBig = true
    electron.window.close()
    electron.app.tell('window-all-closed')
    await electron.app.exited.promise
    const again = await new Started().start({ folder: desktop.folder })
    expect(again.electron.window.options).toMatchObject({ x: 100, y: 50, width: 900, height: 700 })
    again.electron.window.tell('ready-to-show')
    expect(again.electron.window.isBig).toBe(true)
    const elsewhere = new Started()
    elsewhere.electron.screens = [{ x: 2000, y: 0, width: 800, height: 600 }]
    await elsewhere.start({ folder: desktop.folder })
    expect(elsewhere.electron.window.options.x).toBeUndefined()
    again.end()
    elsewhere.end()
  })
})

describe('another start', () => {
  test('brings the window to the front; its words are not used', async () => {
    const { electron } = await desktop.start()
    electron.window.isSmall = true
    electron.app.tell('second-instance')
    expect([electron.window.isSmall, electron.window.calls]).toEqual([false, ['show', 'focus']])
  })

  test('opens a window where the last one was closed, as on a Mac', async () => {
    const { electron } = await desktop.start({ platform: 'darwin' })
    electron.window.close()
    electron.app.tell('window-all-closed')
    expect(electron.app.calls).not.toContain('exit 0')
    electron.app.tell('activate')
    expect(electron.windows.length).toBe(2)
    expect(desktop.own.isClosed).toBe(false)
  })
})

describe('an end', () => {
  test.each<[string, (desktop: Started) => void]>([
    ['a quit', ({ electron }) => electron.app.quit()],
    ['the last window closed', ({ electron }) => electron.app.tell('window-all-closed')],
    ['the person signs out of Windows', ({ electron }) => electron.window.tell('session-end')],
    ['the machine goes down', ({ electron }) => electron.powerMonitor.shutDown()],
  ])('%s: every process first, then the app', async (_, end) => {
    const { electron, own } = await desktop.start()
    const gate = Promise.withResolvers<undefined>()
    own.close = async () => {
      await gate.promise
      own.isClosed = true
    }
    end(desktop)
    expect(electron.window.calls).toEqual(['hide'])
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
    expect(desktop.electron.windows).toEqual([])
  })

  test('that fails says so', async () => {
    const { electron, own, lines } = await desktop.start()
    own.close = () => Promise.reject(new Error('stuck'))
    electron.app.quit()
    expect([await electron.app.exited.promise, lines.at(-1)]).toEqual([1, 'stuck'])
  })
})

describe('the page breaks down', () => {
  const reasons = ['abnormal-exit', 'killed', 'crashed', 'oom', 'launch-failed', 'integrity-failure']

  test.each([...reasons, 'memory-eviction'])('%s: it is loaded again', async (reason) => {
    const { electron } = await desktop.start()
    electron.window.webContents.tell('render-process-gone', {}, { reason, exitCode: 1 })
    expect(electron.window.loaded).toEqual(['app://janus/', 'app://janus/'])
  })

  test('the third time in five minutes a plain page is shown', async () => {
    const { electron } = await desktop.start()
    const { loaded, webContents } = electron.window
    const crash = () => webContents.tell('render-process-gone', {}, { reason: 'crashed', exitCode: 1 })
    for (const at of [0, 200_000, 400_000, 600_000]) {
      desktop.now = at
      crash()
    }
    expect(loaded).toEqual(Array(5).fill('app://janus/'))
    desktop.now = 600_001
    crash()
    expect(loaded.at(-1)).toBe('app://janus/broken.html')
    crash()
    expect(loaded.at(-1)).toBe('app://janus/')
  })

  test('a page that does not answer: one waits, or it is loaded anew', async () => {
    const { electron } = await desktop.start()
    electron.window.tell('unresponsive')
    electron.window.tell('unresponsive')
    expect(electron.questions.length).toBe(1)
    electron.window.tell('responsive')
    expect(electron.questions[0]?.signal?.aborted).toBe(true)
    await Promise.resolve()
    await Promise.resolve()
    electron.choice = 1
    const crashed = Promise.withResolvers<undefined>()
    electron.window.webContents.on('render-process-gone', () => crashed.resolve(undefined))
    electron.window.tell('unresponsive')
    await crashed.promise
    expect(electron.window.loaded).toEqual(['app://janus/', 'app://janus/'])
  })
})

describe('the rehearsal', () => {
  test('is begun beside: the window goes there, and back, and then it is ended', async () => {
    const { electron, own, rehearsal } = await desktop.start()
    await electron.ask('janus:feed', ['open', 'a'])
    expect(await desktop.host?.rehearse?.()).toBeNull()
    expect(desktop.composed).toEqual(['own', 'rehearsal'])
    expect(electron.window.loaded.length).toBe(2)
    own.tell({ kind: 'gone', agent: 'agt-1' })
    expect(electron.window.webContents.sent.length).toBe(1)
    expect(await electron.ask('janus:request', ['app.status', {}])).toEqual({ answer: { of: 'rehearsal' } })
    expect([own.isClosed, own.listeners.size]).toEqual([false, 0])
    await desktop.host?.rehearse?.()
    expect(await electron.ask('janus:request', ['app.status', {}])).toEqual({ answer: { of: 'own' } })
    expect([rehearsal.isClosed, own.isClosed]).toEqual([true, false])
  })

  test('is ended with the app', async () => {
    const { electron, rehearsal } = await desktop.start()
    await desktop.host?.rehearse?.()
    electron.app.quit()
    await electron.app.exited.promise
    expect(rehearsal.isClosed).toBe(true)
  })

  test('cannot be begun in a rehearsal', async () => {
    await desktop.start({ canRehearse: false })
    expect(desktop.host?.rehearse).toBeUndefined()
  })
})

describe('what the desktop shows beside the window', () => {
  test('a badge: how many agents and gatherings need the person', async () => {
    const { electron, own } = await desktop.start()
    expect(electron.app.badge).toBe(0)
    own.tell(snapshot('own', [agentView('agt-1', 'permission'), agentView('agt-2', null)]))
    expect(electron.app.badge).toBe(1)
    own.tell({ kind: 'agent', agent: agentView('agt-2', 'question') })
    expect(electron.app.badge).toBe(2)
    own.tell({ kind: 'agent', agent: agentView('agt-1', 'permission', true) })
    own.tell({ kind: 'gone', agent: 'agt-2' })
    expect(electron.app.badge).toBe(0)
    own.tell({ kind: 'gathering', gathering: gatheringView('gat-1', 'piece') })
    expect(electron.app.badge).toBe(1)
    own.tell({ kind: 'gathering', gathering: gatheringView('gat-1', null) })
    expect(electron.app.badge).toBe(0)
  })

  test('the colours that the person chose', async () => {
    const { electron, own } = await desktop.start()
    const told = snapshot('own')
    if (told.kind !== 'snapshot') throw new Error()
    const { status } = told.view
    own.tell({ kind: 'status', status: { ...status, settings: { ...status.settings, theme: 'dark' } } })
    expect(electron.nativeTheme.themeSource).toBe('dark')
  })

  test('its dialog for folders', async () => {
    const { electron } = await desktop.start()
    expect(await desktop.host?.chooseFolder?.()).toBeNull()
    electron.chosen = ['/home/ann/work']
    expect(await desktop.host?.chooseFolder?.()).toBe('/home/ann/work')
  })

  test('a page outside only after the person has seen where it goes', async () => {
    const { electron } = await desktop.start()
    await desktop.host?.openPage?.('https://example.org/a')
    expect(electron.questions[0]).toMatchObject({
      message: 'Open example.org?',
      detail: 'https://example.org/a',
    })
    await desktop.host?.openPage?.('http://xn--pple-43d.com/')
    expect(electron.questions[1]?.detail).toMatch(/letters that may look like others.*not encrypted/s)
    electron.choice = 1
    await desktop.host?.openPage?.('https://example.org/b')
    expect(electron.opened).toEqual(['https://example.org/a', 'http://xn--pple-43d.com/'])
    await expect(desktop.host?.openPage?.('file:///etc/passwd')).rejects.toThrow('Only pages of the web')
    expect(electron.questions.length).toBe(3)
  })
})
