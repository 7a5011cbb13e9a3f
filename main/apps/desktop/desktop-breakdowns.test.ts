import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Started } from './testing/started.ts'

let desktop: Started
beforeEach(() => {
  desktop = new Started()
})
afterEach(() => desktop.end())

describe('the page breaks down', () => {
  const reasons = ['abnormal-exit', 'killed', 'crashed', 'oom', 'launch-failed', 'integrity-failure']

  test.each([...reasons, 'memory-eviction'])('%s: it is loaded again', async (reason) => {
    const { electron } = await desktop.start()
    electron.window.webContents.tell('render-process-gone', {}, { reason, exitCode: 1 })
    await new Promise(setImmediate)
    expect(electron.window.loaded).toEqual(['app://janus/', 'app://janus/'])
  })

  test('the third time in five minutes a plain page is shown; when that breaks down too, the app starts again', async () => {
    const { electron, own, again } = await desktop.start()
    const { loaded, webContents } = electron.window
    const crash = async () => {
      webContents.tell('render-process-gone', {}, { reason: 'crashed', exitCode: 1 })
      await new Promise(setImmediate)
    }
    for (const at of [0, 200_000, 400_000, 600_000]) {
      desktop.now = at
      await crash()
    }
    expect(loaded).toEqual(Array(5).fill('app://janus/'))
    desktop.now = 600_001
    await crash()
    expect(loaded.at(-1)).toBe('app://janus/broken.html')
    await crash()
    await new Promise(setImmediate)
    expect([own.isClosed, again]).toEqual([true, [[]]])
  })

  test('a page that went astray is led back', async () => {
    const { electron } = await desktop.start()
    electron.window.webContents.tell('did-navigate', {}, 'about:blank')
    await new Promise(setImmediate)
    expect(electron.window.loaded).toEqual(['app://janus/', 'app://janus/'])
  })

  test('the process that draws, three times: the app starts again without it', async () => {
    const { electron, again } = await desktop.start()
    for (let death = 0; death < 3; death++) {
      electron.app.tell('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 1 })
    }
    await new Promise(setImmediate)
    expect(again).toEqual([['--disable-gpu']])
  })

  test('a page that does not answer: one waits, or it is loaded again', async () => {
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
    await new Promise(setImmediate)
    expect(electron.window.loaded).toEqual(['app://janus/', 'app://janus/'])
  })
})

describe('the core breaks down', () => {
  test('it is started again, and the window begins again', async () => {
    const { electron, cores, composed } = await desktop.start()
    await electron.ask('janus:feed', ['open', 'a'])
    cores[0]?.end(70)
    expect(await electron.ask('janus:request', ['app.status', {}])).toMatchObject({
      error: { code: 'unavailable' },
    })
    await new Promise(setImmediate)
    expect([composed, electron.window.loaded.length]).toEqual([['own', 'own'], 2])
    expect(await electron.ask('janus:request', ['app.status', {}])).toEqual({ answer: { of: 'own' } })
  })

  test('a request that it takes with it is refused', async () => {
    const { electron, own, cores } = await desktop.start()
    own.reply = () => new Promise(() => undefined)
    const reply = electron.ask('janus:request', ['app.status', {}])
    await new Promise(setImmediate)
    cores[0]?.end(70)
    expect(await reply).toMatchObject({ error: { code: 'unavailable' } })
  })

  test('three times in five minutes: the user is asked', async () => {
    const { electron, cores, again } = await desktop.start()
    electron.choice = 0
    for (let death = 0; death < 3; death++) {
      cores.at(-1)?.end(70)
      await new Promise(setImmediate)
    }
    expect(electron.questions.at(-1)).toMatchObject({ buttons: ['Start it again', 'Quit'] })
    expect([cores.length, again]).toEqual([3, [[]]])
  })
})

test('a restart that the core asks for ends it in order, and the window begins again: it is no breakdown', async () => {
  const { electron, cores, composed, lines, own } = await desktop.start()
  for (let n = 1; n <= 4; n++) {
    // The call never returns: the core that made it has ended.
    void desktop.host?.restart?.()
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    expect(composed).toHaveLength(n + 1)
  }
  expect(own.isClosed).toBe(true)
  expect(cores).toHaveLength(5)
  expect(lines.filter((line) => line.includes('broke down'))).toEqual([])
  expect(electron.questions).toEqual([])
})
