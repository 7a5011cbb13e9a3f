import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { agentView, gatheringView, snapshot } from './testing/janus-stand-in.ts'
import { Started } from './testing/started.ts'

let desktop: Started
beforeEach(() => {
  desktop = new Started()
})
afterEach(() => desktop.end())

describe('closing the window', () => {
  const working = (name: string) => ({ ...agentView('agt-1', null), name })

  async function busy(choice: number): Promise<void> {
    await desktop.start()
    await desktop.electron.window.drawn
    desktop.electron.window.calls.length = 0
    desktop.own.busy = () => ['Builder']
    desktop.own.tell({ kind: 'agent', agent: working('Builder') })
    desktop.electron.choice = choice
    desktop.electron.window.close()
    await new Promise(setImmediate)
  }

  test('while nobody works just closes it', async () => {
    const { electron } = await desktop.start()
    electron.window.close()
    await electron.window.gone
    expect(electron.questions).toEqual([])
  })

  test('while somebody works asks: cancelled, nothing happens', async () => {
    await busy(2)
    const { electron } = desktop
    expect(electron.questions[0]?.message).toBe('Builder is in the middle of a turn.')
    expect([electron.window.isDestroyed(), electron.window.calls]).toEqual([false, []])
  })

  test('they are stopped, and Janus quits', async () => {
    await busy(0)
    expect(await desktop.electron.app.exited.promise).toBe(0)
    expect(desktop.own.isClosed).toBe(true)
  })

  test('they go on without a window, and the tray brings it back', async () => {
    await busy(1)
    const { electron } = desktop
    expect([electron.window.calls, electron.trays.length]).toEqual([['hide'], 1])
    electron.trays[0]?.tell('click')
    expect([electron.window.calls.slice(-2), electron.trays.length]).toEqual([['show', 'focus'], 0])
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
    // The subscription for the summary remains.
    expect([own.isClosed, own.listeners.size]).toEqual([false, 1])
    // The call never returns: its core has ended.
    void desktop.host?.rehearse?.()
    await new Promise(setImmediate)
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
  test('a badge: how many agents and gatherings need the user', async () => {
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

  test('the colours that the user chose', async () => {
    const { electron, own } = await desktop.start()
    const told = snapshot('own')
    if (told.kind !== 'snapshot') throw new Error()
    const { status } = told.view
    own.tell({ kind: 'status', status: { ...status, settings: { ...status.settings, theme: 'dark' } } })
    expect(electron.nativeTheme.themeSource).toBe('dark')
  })

  test('a taskbar that asks for a look, while something waits and the window is not in front', async () => {
    const { electron, own } = await desktop.start()
    own.tell({ kind: 'agent', agent: agentView('agt-1', 'permission') })
    own.tell({ kind: 'agent', agent: agentView('agt-1', null) })
    electron.window.isFront = true
    own.tell({ kind: 'agent', agent: agentView('agt-1', 'permission') })
    expect(electron.window.calls).toEqual(['flashFrame true', 'flashFrame false', 'flashFrame false'])
  })

  test('the window in front, when the page asks for it', async () => {
    const { electron } = await desktop.start()
    electron.window.isSmall = true
    await desktop.host?.toFront?.()
    expect([electron.window.isSmall, electron.window.calls]).toEqual([false, ['show', 'focus']])
  })

  test('the ground of the window in the colours of now', async () => {
    const { electron } = await desktop.start()
    electron.nativeTheme.shouldUseDarkColors = false
    electron.nativeTheme.tell('updated')
    expect(electron.window.calls).toEqual(['ground #e7e6e1'])
  })

  test('its dialog for folders', async () => {
    const { electron } = await desktop.start()
    expect(await desktop.host?.chooseFolder?.()).toBeNull()
    electron.chosen = ['/home/ann/work']
    expect(await desktop.host?.chooseFolder?.()).toBe('/home/ann/work')
  })

  test('its dialog for files, which asks before one that is there is taken', async () => {
    const { electron } = await desktop.start()
    expect(await desktop.host?.chooseFile?.('../2026-11-25-Scout.md')).toBeNull()
    expect(electron.saving?.properties).toContain('showOverwriteConfirmation')
    expect(electron.saving?.defaultPath).toMatch(/[^.]\/2026-11-25-Scout\.md$/)
    electron.chosen = ['/home/ann/notes/talk.md']
    expect(await desktop.host?.chooseFile?.('a.md')).toBe('/home/ann/notes/talk.md')
    await desktop.host?.chooseFile?.('b.md')
    expect(electron.saving?.defaultPath).toBe('/home/ann/notes/b.md')
  })

  test('a page outside only after the user has seen where it goes', async () => {
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
