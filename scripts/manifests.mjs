import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { root } from './child.mjs'

const usage = `Usage: npm run manifests -- [--packages DIR]

  Writes what winget, Homebrew and the AUR want to know of a release into dist/manifests, from the packages in DIR
  (dist/packages without it), which must be those that are published.`

/**
 * A release, its publisher and its packages.
 * @typedef {object} Release
 * @property {string} version
 * @property {string} description
 * @property {string} license
 * @property {string} publisher
 * @property {string} maintainer with an email address
 * @property {string} homepage
 * @property {string} issues
 * @property {string} downloads base address of the files, without a trailing slash
 * @property {(ending: string) => string} file the full name of the package with this ending
 * @property {(ending: string) => string} sha256 in hexadecimal digits
 */

/** The endings of the packages that manifests refer to. */
export const packages = {
  windows: 'win-x64.exe',
  macArm: 'mac-arm64.dmg',
  macIntel: 'mac-x64.dmg',
  deb: 'linux-amd64.deb',
}

/** Each manifest's path below the output folder, and its text. Flatpak has none, see docs/install.md. */
export const manifests = [
  { path: (/** @type {Release} */ of) => `winget/${wingetId(of)}.yaml`, text: wingetVersion },
  { path: (/** @type {Release} */ of) => `winget/${wingetId(of)}.installer.yaml`, text: wingetInstaller },
  { path: (/** @type {Release} */ of) => `winget/${wingetId(of)}.locale.en-US.yaml`, text: wingetLocale },
  { path: () => 'homebrew/janus.rb', text: cask },
  { path: () => 'aur/PKGBUILD', text: pkgbuild },
  { path: () => 'aur/.SRCINFO', text: srcinfo },
]

/** @param {Release} of */
const wingetId = ({ publisher }) => `${publisher.replaceAll(/[^A-Za-z0-9]/g, '')}.Janus`

/** @param {string} kind @param {Release} of @param {object} fields */
function winget(kind, of, fields) {
  const head = `# yaml-language-server: $schema=https://aka.ms/winget-manifest.${kind}.1.10.0.schema.json\n`
  const all = {
    PackageIdentifier: wingetId(of),
    PackageVersion: of.version,
    ...fields,
    ManifestType: kind,
    ManifestVersion: '1.10.0',
  }
  // JSON is valid YAML.
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
  return head + lines.join('')
}

/** @param {Release} of */
function wingetVersion(of) {
  return winget('version', of, { DefaultLocale: 'en-US' })
}

/** @param {Release} of */
function wingetInstaller(of) {
  const installer = {
    Architecture: 'x64',
    InstallerUrl: `${of.downloads}/${of.file(packages.windows)}`,
    InstallerSha256: of.sha256(packages.windows).toUpperCase(),
  }
  return winget('installer', of, {
    InstallerType: 'nullsoft',
    Scope: 'user',
    UpgradeBehavior: 'install',
    Installers: [installer],
  })
}

/** @param {Release} of */
function wingetLocale(of) {
  return winget('defaultLocale', of, {
    PackageLocale: 'en-US',
    Publisher: of.publisher,
    PublisherUrl: of.homepage,
    PublisherSupportUrl: of.issues,
    PackageName: 'Janus',
    PackageUrl: of.homepage,
    License: of.license,
    ShortDescription: of.description,
  })
}

/** @param {Release} of */
function cask(of) {
  const { version, file, sha256, downloads, homepage } = of
  const named = file(packages.macArm).replace(version, '#{version}').replace('arm64', '#{arch}')
  return `cask "janus" do
  arch arm: "arm64", intel: "x64"

  version ${JSON.stringify(version)}
  sha256 arm:   "${sha256(packages.macArm)}",
         intel: "${sha256(packages.macIntel)}"

  url "${downloads.replace(version, '#{version}')}/${named}"
  name "Janus"
  desc "Every tab is an AI coding agent, and the agents work together"
  homepage ${JSON.stringify(homepage)}

  app "Janus.app"

  zap trash: ["~/.janus", "~/.janus-attachments", "~/.janus-programs"]
end
`
}

const aur = {
  name: 'janus-agents-bin',
  depends: ['alsa-lib', 'gtk3', 'libxss', 'nss', 'xdg-utils'],
  optional: ['git: branches and changes of agents'],
}

/** Arch forbids hyphens in versions. @param {Release} of */
const archVersion = ({ version }) => version.replaceAll('-', '_')

/** @param {Release} of */
function pkgbuild(of) {
  const { maintainer, description, homepage, license, downloads, file, sha256 } = of
  const list = (/** @type {readonly string[]} */ words) => words.map((word) => `'${word}'`).join(' ')
  return `# Maintainer: ${maintainer}
pkgname=${aur.name}
pkgver=${archVersion(of)}
pkgrel=1
pkgdesc=${JSON.stringify(description)}
arch=('x86_64')
url=${JSON.stringify(homepage)}
license=('${license}')
depends=(${list(aur.depends)})
optdepends=(${list(aur.optional)})
provides=('janus-agents')
conflicts=('janus-agents')
options=('!strip')
source=("${downloads}/${file(packages.deb)}")
sha256sums=('${sha256(packages.deb)}')

package() {
  bsdtar -xf data.tar.* -C "$pkgdir"
  chmod 4755 "$pkgdir/opt/Janus/chrome-sandbox"
  install -d "$pkgdir/usr/bin"
  ln -s /opt/Janus/janus "$pkgdir/usr/bin/janus"
}
`
}

/** @param {Release} of */
function srcinfo(of) {
  const { description, homepage, license, downloads, file, sha256 } = of
  return `pkgbase = ${aur.name}
	pkgdesc = ${description}
	pkgver = ${archVersion(of)}
	pkgrel = 1
	url = ${homepage}
	arch = x86_64
	license = ${license}
${aur.depends.map((name) => `	depends = ${name}\n`).join('')}${aur.optional.map((name) => `	optdepends = ${name}\n`).join('')}	provides = janus-agents
	conflicts = janus-agents
	options = !strip
	source = ${downloads}/${file(packages.deb)}
	sha256sums = ${sha256(packages.deb)}

pkgname = ${aur.name}
`
}

/**
 * Describes the release that these packages belong to, from package.json and owner.yml.
 * @param {(name: string) => Buffer} read reads the package of that name
 * @returns {Promise<Release>}
 */
export async function releaseOf(read) {
  const { version, description, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { author, homepage, repository, bugs } = await ownerFields()
  const file = (/** @type {string} */ ending) => `Janus-${version}-${ending}`
  return {
    version,
    description,
    license,
    publisher: author.replace(/\s*<.*$/, ''),
    maintainer: author,
    homepage,
    issues: bugs.url,
    downloads: `${repository.url.replace(/^git\+|\.git$/g, '')}/releases/download/v${version}`,
    file,
    sha256: (ending) =>
      createHash('sha256')
        .update(read(file(ending)))
        .digest('hex'),
  }
}

/** @returns {Promise<{author: string, homepage: string, repository: {url: string}, bugs: {url: string}, npmName: string}>} */
export async function ownerFields() {
  const builder = createRequire(createRequire(import.meta.url).resolve('electron-builder'))
  const { getConfig } = builder('app-builder-lib/out/util/config/config.js')
  return (await getConfig(root, null, null)).extraMetadata
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({ options: { packages: { type: 'string' }, help: { type: 'boolean' } } })
  if (values.help) {
    console.log(usage)
    process.exit()
  }
  const from = values.packages ?? join(root, 'dist', 'packages')
  const release = await releaseOf((name) => readFileSync(join(from, name)))
  for (const { path, text } of manifests) {
    const to = join(root, 'dist', 'manifests', path(release))
    mkdirSync(dirname(to), { recursive: true })
    writeFileSync(to, text(release))
    console.log(to)
  }
}
