import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Configuration } from 'electron-builder'
import { beforeAll, describe, expect, test } from 'vitest'
import { root } from './child.mjs'

// electron-builder's own config reader, validator and templates, also for other systems than this one.
const builder = createRequire(createRequire(import.meta.url).resolve('electron-builder'))
const library = (path: string): unknown => builder(join('app-builder-lib', path))
const template = (path: string) => readFileSync(builder.resolve(`app-builder-lib/templates/${path}`), 'utf8')

const { getConfig, validateConfiguration } = library('out/util/config/config.js') as {
  getConfig: (folder: string, path: null, given: null) => Promise<Configuration>
  validateConfiguration: (config: object, log: { isEnabled: boolean }) => Promise<void>
}
const { default: AppImageTarget } = library('out/targets/appimage/AppImageTarget.js') as {
  default: new (
    name: string,
    packager: object,
    helper: object,
    out: string,
  ) => { desktopEntry: { value: Promise<string> } }
}

let config: Configuration
beforeAll(async () => {
  config = await getConfig(root, null, null)
})

test('every line of it is one that the builder knows', async () => {
  await validateConfiguration(config, { isEnabled: false })
  const strange = { ...config, mac: { ...config.mac, signIgnored: [] } }
  await expect(validateConfiguration(strange, { isEnabled: false })).rejects.toThrow('configuration.mac')
})

describe('an AppImage', () => {
  test('starts with nothing switched off, on a runtime that brings its own FUSE', async () => {
    const packager = { config, platformSpecificBuildOptions: config.linux, appInfo: {} }
    const helper = { computeDesktopEntry: (_: object, exec: string) => Promise.resolve(exec) }
    expect(await new AppImageTarget('', packager, helper, '').desktopEntry.value).toBe('AppRun %U')
    expect(config.toolsets?.appimage).toBe('1.0.3')
  })
})

describe('on macOS', () => {
  test('a hardened app may still do what V8 and a library signed by others need', () => {
    expect(config.mac?.hardenedRuntime).toBe(true)
    for (const right of ['allow-jit', 'allow-unsigned-executable-memory', 'disable-library-validation']) {
      expect(template('entitlements.mac.plist')).toContain(`<key>com.apple.security.cs.${right}</key>`)
    }
  })

  test('timers run on while the window is covered, and updates find a zip', () => {
    expect(config.mac?.extendInfo).toEqual({ LSAppNapIsDisabled: true })
    expect(config.mac?.target).toEqual(['dmg', 'zip'])
  })
})

test('a deb or rpm lets Chromium make its sandbox where the system closes that to others', () => {
  expect(template('linux/apparmor-profile.tpl')).toMatch(
    /^profile "\$\{executable\}" "\/opt\/.*\n {2}userns,$/m,
  )
  expect(template('linux/after-install.tpl')).toContain(
    "chmod 4755 '/opt/${sanitizedProductName}/chrome-sandbox'",
  )
  expect(template('linux/after-remove.tpl')).toContain('rm -f "$APPARMOR_PROFILE_DEST"')
})
