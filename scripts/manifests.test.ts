import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { manifests, packages, releaseOf } from './manifests.mjs'

const release = await releaseOf((name) => Buffer.from(name))
const texts = new Map(manifests.map(({ path, text }) => [path(release), text(release)]))
const textOf = (end: string) => [...texts].find(([path]) => path.endsWith(end))?.[1] ?? ''
const builder = createRequire(createRequire(import.meta.url).resolve('electron-builder'))
const { load } = builder('js-yaml') as { load: (text: string) => Record<string, unknown> }

/** Returns whether an interpreter accepts the input; null when it is not installed. */
function isTaken(command: string, args: readonly string[], input: string): boolean | null {
  const { status, error } = spawnSync(command, args, { input })
  return error === undefined ? status === 0 : null
}

test('each hash is that of the package that is named', () => {
  expect(release.sha256(packages.deb)).toMatch(/^[\da-f]{64}$/)
  expect(new Set(Object.values(packages).map(release.sha256)).size).toBe(Object.keys(packages).length)
  expect(textOf('PKGBUILD')).toContain(release.sha256(packages.deb))
})

describe('winget', () => {
  // Fields that winget's schemas 1.10.0 require.
  const common = ['PackageIdentifier', 'PackageVersion', 'ManifestType', 'ManifestVersion']
  test.each([
    ['Janus.yaml', 'version', ['DefaultLocale']],
    ['.installer.yaml', 'installer', ['Installers']],
    [
      '.locale.en-US.yaml',
      'defaultLocale',
      ['PackageLocale', 'Publisher', 'PackageName', 'License', 'ShortDescription'],
    ],
  ])('%s has every field that its schema wants', (end, kind, fields) => {
    const manifest = load(textOf(end))
    for (const field of [...common, ...fields]) expect(manifest).toHaveProperty(field)
    expect(manifest).toMatchObject({
      ManifestType: kind,
      ManifestVersion: '1.10.0',
      PackageVersion: release.version,
    })
    expect(manifest['PackageIdentifier']).toMatch(/^[^.\s]{1,32}\.Janus$/)
  })

  test('its installer is the one of Windows, with its hash in capitals', () => {
    expect(load(textOf('.installer.yaml'))).toMatchObject({
      InstallerType: 'nullsoft',
      Installers: [
        {
          Architecture: 'x64',
          InstallerUrl: `${release.downloads}/Janus-${release.version}-win-x64.exe`,
          InstallerSha256: release.sha256(packages.windows).toUpperCase(),
        },
      ],
    })
  })
})

test('Homebrew gets a cask for both kinds of processor', () => {
  const text = textOf('.rb')
  for (const stanza of ['version', 'sha256', 'url', 'name', 'desc', 'homepage', 'app'])
    expect(text).toMatch(new RegExp(`^  ${stanza} `, 'm'))
  expect(text).toContain('/Janus-#{version}-mac-#{arch}.dmg"')
  expect(text).toMatch(/desc "(?!An? )[^"]{1,80}[^."]"/)
  expect(isTaken('ruby', ['-c'], text)).not.toBe(false)
})

test('the AUR gets a PKGBUILD that a shell can read, and the same again as .SRCINFO', () => {
  const text = textOf('PKGBUILD')
  for (const field of ['pkgname', 'pkgver', 'pkgrel', 'arch', 'license', 'source', 'sha256sums'])
    expect(text).toMatch(new RegExp(`^${field}=`, 'm'))
  expect(isTaken('bash', ['-n'], text)).not.toBe(false)
  const info = textOf('.SRCINFO')
  for (const [, name = '', list = ''] of text.matchAll(/^(depends|optdepends|source|sha256sums)=\((.*)\)$/gm))
    for (const [, word = ''] of list.matchAll(/['"]([^'"]+)['"]/g))
      expect(info).toContain(`\t${name} = ${word}\n`)
})
