import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './child.mjs'

/** SPDX licences that permit redistribution. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/** Packages with their own terms, and why their code may be shipped. */
const exceptions = new Map([
  [
    '@anthropic-ai/claude-agent-sdk',
    'Its maker offers it for products that others use; the Commercial Terms in its README hold. The Claude CLI in the packages for each system is not shipped.',
  ],
])

/** Packages that only a checkout needs: Node, which Electron or the user provides. */
const notShipped = new Set(['node'])

/**
 * @typedef {{name: string, version: string, license: string, texts: string[]}} Shipped `texts`: its licence files
 */

/**
 * Every package that the build can take code from: dependencies and theirs, except optional ones, which are
 * programs for one system.
 * @returns {Shipped[]} sorted by name
 */
export function shippedPackages() {
  /** @type {{packages: Record<string, {version: string, license?: string, dependencies?: Record<string, string>}>}} */
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  /** @type {Map<string, Shipped>} */
  const found = new Map()
  /** @param {string} from @param {Record<string, string>} [wanted] */
  const follow = (from, wanted = {}) => {
    for (const name of Object.keys(wanted)) {
      const key = placeOf(packages, from, name)
      if (key === null || found.has(key) || notShipped.has(name)) continue
      const { version, license = '', dependencies } = packages[key] ?? { version: '' }
      found.set(key, { name, version, license, texts: textsIn(join(root, key)) })
      follow(key, dependencies)
    }
  }
  follow('', packages['']?.dependencies)
  return [...found.values()].sort((one, other) => one.name.localeCompare(other.name, 'en'))
}

/**
 * Resolves a package as Node does: in the importing package's folder, or one above.
 * @param {Record<string, unknown>} packages
 * @param {string} from
 * @param {string} name
 * @returns {string | null}
 */
function placeOf(packages, from, name) {
  const key = `${from}${from === '' ? '' : '/'}node_modules/${name}`
  if (key in packages) return key
  return from === '' ? null : placeOf(packages, from.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, ''), name)
}

/** @param {string} folder */
function textsIn(folder) {
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names
    .filter((name) => /^(licen[cs]e|notice|copying)(?!.*\.(js|ts)$)/i.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
}

/**
 * Returns why a package may not be shipped; null when it may.
 * @param {Pick<Shipped, 'name' | 'version' | 'license'>} of
 */
export function licenceProblem({ name, version, license }) {
  if (exceptions.has(name) || isAllowed(license)) return null
  return `${name} ${version} may not be shipped: its licence is ${license || 'unknown'}. See scripts/licences.mjs.`
}

/**
 * Evaluates an SPDX expression: one of `OR`, all of `AND`. Inner parentheses count as not allowed.
 * @param {string} expression
 */
function isAllowed(expression) {
  return expression
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((one) => one.split(' AND ').every((name) => allowed.has(name)))
}

/**
 * The text for _About_ and for every package. Throws when something may not be shipped.
 * @param {readonly Shipped[]} [shipped]
 */
export function licencesText(shipped = shippedPackages()) {
  const problems = shipped.flatMap((one) => licenceProblem(one) ?? [])
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const own = readFileSync(join(root, 'LICENSE'), 'utf8').trim()
  const parts = shipped.map(({ name, version, license, texts }) => {
    const why = exceptions.get(name)
    return [`${name} ${version} (${license})`, ...(why === undefined ? [] : [why]), ...texts].join('\n\n')
  })
  const electron =
    'Electron (MIT) and Chromium\n\nIn the desktop app. Their licences lie beside its program: LICENSE.electron.txt and LICENSES.chromium.html.'
  return [`Janus\n\n${own}`, electron, ...parts].join(`\n\n${'-'.repeat(72)}\n\n`) + '\n'
}
