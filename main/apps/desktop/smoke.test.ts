import { beforeEach, expect, test } from 'vitest'
import { smoke } from './smoke.ts'
import { ElectronStandIn } from './testing/electron-stand-in.ts'

const well = new Map<RegExp, unknown>([
  [/app\.status/, 'desktop'],
  [/require/, [['onCommand', 'pathOf', 'request', 'subscribe'], []]],
  [/securitypolicyviolation/, 'connect-src'],
  [/innerText/, true],
])
let electron: ElectronStandIn
const lines: string[] = []

beforeEach(async () => {
  lines.length = 0
  electron = new ElectronStandIn()
  await electron.start(() => undefined)
  electron.open()
})

async function run(page: ReadonlyMap<RegExp, unknown>): Promise<boolean | null> {
  const { window } = electron
  window.webContents.run = async (script) => [...page].find(([of]) => of.test(script))?.[1]
  const options = { electron, window: Promise.resolve(window), say: (line: string) => lines.push(line) }
  let isWell: boolean | null = null
  await smoke(options, (answer) => (isWell = answer))
  expect(await electron.app.exited.promise).toBe(0)
  return isWell
}

test('of an app that works says how much was asked', async () => {
  expect(await run(well)).toBe(true)
  expect(lines).toEqual([expect.stringMatching(/^smoke: ([89]|\d\d) passed, 0 failed$/)])
})

test('says what the page does not answer as it should', async () => {
  expect(await run(new Map([...well].slice(1)))).toBe(false)
  expect(lines).toEqual([
    'smoke: failed: the page asks Janus how it is (undefined, not "desktop")',
    expect.stringMatching(/passed, 1 failed$/),
  ])
})

test('says what is not true of this Electron', async () => {
  electron.app.enableSandbox = () => undefined
  expect(await run(well)).toBe(false)
  expect(lines).toEqual([
    'smoke: failed: fact 3 after ready (["ok"], not ["app.enableSandbox() can only be called before app is ready"])',
    expect.stringMatching(/passed, 1 failed$/),
  ])
})
