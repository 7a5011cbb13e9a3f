import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { obstacle } from './obstacles.mjs'

type System = Parameters<typeof obstacle>[0]

let system: System
let program = ''
beforeEach(() => {
  const settings = mkdtempSync(join(tmpdir(), 'janus-system-'))
  system = { platform: 'linux', env: { DISPLAY: ':0' }, isRoot: false, settings }
  program = join(settings, 'electron')
})
afterEach(() => rmSync(system.settings, { recursive: true }))

function set(name: string, value: string): void {
  const path = join(system.settings, ...name.split('.'))
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${value}\n`)
}

test('nothing is known against a system with a screen and an ordinary user', () => {
  expect(obstacle(system, null)).toBeNull()
  expect(obstacle({ ...system, env: { WAYLAND_DISPLAY: 'wayland-0' } }, null)).toBeNull()
})

test.each<[string, Partial<System>, string]>([
  ['no screen', { env: { DISPLAY: '' } }, 'there is no screen here'],
  ['root', { isRoot: true }, 'the desktop app does not run as root'],
])('%s is one, also for a program that is there', (_, change, reason) => {
  expect(obstacle({ ...system, ...change }, null)).toBe(reason)
  expect(obstacle({ ...system, ...change }, program)).toBe(reason)
  expect(obstacle({ ...system, ...change, platform: 'darwin' }, null)).toBeNull()
})

describe('a system that forbids programs a sandbox of their own', () => {
  const words = (change: string): string =>
    `this system does not let programs build a sandbox of their own; this fixes it: sudo sysctl -w ${change}`
  const apparmor = 'kernel.apparmor_restrict_unprivileged_userns'

  test.each([
    [apparmor, '1', '0'],
    ['kernel.unprivileged_userns_clone', '0', '1'],
    ['user.max_user_namespaces', '0', '10000'],
  ])('by %s', (name, forbids, allows) => {
    set(name, forbids)
    expect(obstacle(system, null)).toBe(words(`${name}=${allows}`))
    set(name, allows)
    expect(obstacle(system, null)).toBeNull()
  })

  test('by AppArmor, it may have a rule for a program that is there', () => {
    set(apparmor, '1')
    expect(obstacle(system, program)).toBeNull()
  })

  test.skipIf(process.getuid?.() !== 0)(
    'only a helper of root beside the program helps (skipped: needs root, to make one)',
    () => {
      set('user.max_user_namespaces', '0')
      const helper = join(system.settings, 'chrome-sandbox')
      writeFileSync(helper, '', { mode: 0o755 })
      expect(obstacle(system, program)).toBe(words('user.max_user_namespaces=10000'))
      chmodSync(helper, 0o4755)
      expect(obstacle(system, program)).toBeNull()
    },
  )
})
