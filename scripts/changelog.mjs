import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './child.mjs'

const usage = `Usage: npm run changelog -- check | release VERSION | show VERSION

  check             whether each file in changes/ is a change: added, changed or fixed, a colon, one sentence or more
  release VERSION   moves all changes into CHANGELOG.md, under that version and today's date
  show VERSION      prints what CHANGELOG.md says of that version`

const headings = { added: 'Added', changed: 'Changed', fixed: 'Fixed' }

/** @typedef {{kind: keyof typeof headings, words: string, file: string}} Change */

/**
 * Reads the change files of a folder, and lists those that are malformed.
 * @param {string} folder
 */
export function readChanges(folder) {
  /** @type {Change[]} */
  const changes = []
  const problems = []
  // Git keeps no empty folders, so after a release this one is missing.
  const files = existsSync(folder) ? readdirSync(folder) : []
  for (const file of files.sort()) {
    const text = readFileSync(join(folder, file), 'utf8')
    const [, kind = '', words = ''] = /^(added|changed|fixed): (\S.*[.!])\n$/.exec(text) ?? []
    if (!/^[a-z\d-]+\.md$/.test(file) || words === '')
      problems.push(
        `changes/${file}: a name as timers-pause.md, and one line as "added: Timers can be paused."`,
      )
    else changes.push({ kind: /** @type {keyof typeof headings} */ (kind), words, file })
  }
  return { changes, problems }
}

/**
 * Inserts a version above all others.
 * @param {string} changelog
 * @param {readonly Change[]} changes
 * @param {string} version
 * @param {string} day
 */
export function withVersion(changelog, changes, version, day) {
  const parts = Object.entries(headings).flatMap(([kind, heading]) => {
    const lines = changes.filter((change) => change.kind === kind).map(({ words }) => `- ${words}`)
    return lines.length === 0 ? [] : [`### ${heading}\n\n${lines.join('\n')}\n`]
  })
  const own = [`## ${version} (${day})\n`, ...parts].join('\n')
  const at = changelog.search(/^## /m)
  return at < 0 ? `${changelog}\n${own}` : `${changelog.slice(0, at)}${own}\n${changelog.slice(at)}`
}

/**
 * Returns the changelog's section for a version; throws when there is none.
 * @param {string} changelog
 * @param {string} version
 */
export function sectionOf(changelog, version) {
  const sections = changelog.split(/^(?=## )/m)
  const own = sections.find((section) => section.startsWith(`## ${version} (`))
  if (own === undefined) throw new Error(`CHANGELOG.md has nothing of ${version}.`)
  return own.slice(own.indexOf('\n')).trim()
}

/** @param {readonly string[]} words */
function main([verb, version = '']) {
  const [folder, page] = [join(root, 'changes'), join(root, 'CHANGELOG.md')]
  const changelog = readFileSync(page, 'utf8')
  const { changes, problems } = readChanges(folder)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  if (verb === 'check') return
  const plain = version.replace(/^v/, '')
  if (plain === '' || (verb !== 'release' && verb !== 'show')) throw new Error(usage)
  if (verb === 'show') return console.log(sectionOf(changelog, plain))
  writeFileSync(page, withVersion(changelog, changes, plain, new Date().toISOString().slice(0, 10)))
  for (const { file } of changes) rmSync(join(folder, file))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    main(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
