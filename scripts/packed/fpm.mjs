#!/usr/bin/env node
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/* Replaces fpm, which would be downloaded: makes a deb with dpkg-deb. Run it as root, who owns the files. */
/** Options with one value, and the files as FROM=TO. @type {Record<string, string>} */
const asked = {}
/** Repeatable options. @type {Record<string, string[]>} */
const all = { '-d': [], '--deb-recommends': [] }
/** @type {string[]} */
const inputs = []
const words = process.argv.slice(2).filter((word) => word !== '--force')
for (let at = 0; at < words.length; at++) {
  const word = words[at] ?? ''
  if (!word.startsWith('-')) inputs.push(word)
  else if (word in all) all[word]?.push(words[++at] ?? '')
  else asked[word.replace(/^-+/, '')] = words[++at] ?? ''
}
if (asked.t !== 'deb') throw new Error(`It makes debs, not ${asked.t ?? 'nothing'}.`)

const work = mkdtempSync(join(tmpdir(), 'janus-fpm-'))
for (const input of inputs) {
  const [from = '', to = ''] = input.split('=')
  const target = join(work, to)
  mkdirSync(dirname(target), { recursive: true })
  cpSync(from, target, { recursive: true, verbatimSymlinks: true })
}
execFileSync('chmod', ['-R', 'u+rwX,go+rX,go-w', work])

const control = join(work, 'DEBIAN')
mkdirSync(control)
writeFileSync(join(control, 'control'), fields().join('\n') + '\n')
for (const [from, name] of [
  [asked['after-install'], 'postinst'],
  [asked['after-remove'], 'postrm'],
]) {
  if (from === undefined || name === undefined) continue
  copyFileSync(from, join(control, name))
  chmodSync(join(control, name), 0o755)
}
// Fast rather than small, since it is thrown away.
const kind = ['-Zzstd', '-z1', '--root-owner-group']
execFileSync('dpkg-deb', [...kind, '--build', work, asked.package ?? ''], {
  stdio: ['ignore', 'ignore', 'inherit'],
})
rmSync(work, { recursive: true })

function fields() {
  const [size = ''] = execFileSync('du', ['-sk', work], { encoding: 'utf8' }).split('\t')
  const [synopsis = '', ...more] = (asked.description ?? '').split('\n')
  return [
    `Package: ${asked.name}`,
    `Version: ${asked.version}`,
    `Architecture: ${asked.architecture}`,
    `Maintainer: ${asked.maintainer}`,
    `Installed-Size: ${size}`,
    `Depends: ${all['-d']?.join(', ') ?? ''}`,
    ...(all['--deb-recommends'] ?? []).map((name) => `Recommends: ${name}`),
    `Section: ${asked.category ?? 'default'}`,
    `Priority: ${asked['deb-priority']}`,
    `Homepage: ${asked.url}`,
    `Description: ${synopsis}`,
    ...more.map((line) => ` ${line.trim() || '.'}`),
  ]
}
