import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isSigned } from '../main/apps/desktop/updates/signature.ts'
import { root } from './child.mjs'
import { publisher } from './owner.mjs'
import { newKeys, releasedVersion, signFolder } from './release.mjs'

test('nothing is published before owner.yml names a feed and its key', () => {
  expect(publisher()).toBeNull()
  const feed = 'publish:\n  provider: generic\n  url: https://example.com\n'
  const key = 'extraMetadata:\n  updateKey: abc\n'
  expect(publisher(`${key}${feed}`)).toEqual({ url: 'https://example.com', key: 'abc' })
  for (const half of [`${key}publish: null\n`, `extraMetadata: {}\n${feed}`])
    expect(() => publisher(half)).toThrow('either a feed or its key')
})

test('nothing is published while a field of owner.yml is a placeholder', () => {
  const own = readFileSync(join(root, 'owner.yml'), 'utf8')
  const half = own
    .replace('updateKey: null', 'updateKey: abc')
    .replace('publish: null', 'publish: { provider: generic, url: https://example.com }')
  expect(() => publisher(half)).toThrow(
    'Fill these in before you publish, in owner.yml: npmName, author, homepage, repository, bugs, maintainer.',
  )
  const whole = half.replaceAll('@janus-owner', '@acme').replaceAll(/janus\.invalid/g, 'acme.example')
  expect(publisher(whole)).toEqual({ url: 'https://example.com', key: 'abc' })
})

test('a tag is the version of package.json, and a nightly comes between it and the next', () => {
  expect(releasedVersion('1.2.3', 'v1.2.3', '2026-12-31')).toBe('1.2.3')
  expect(() => releasedVersion('1.2.3', 'v1.2.4', '2026-12-31')).toThrow(
    'The tag is v1.2.4, and package.json has 1.2.3.',
  )
  expect(releasedVersion('1.2.3', 'main', '2026-12-31')).toBe('1.2.4-nightly.20261231')
})

test('a signed folder has a signature that packages accept, and the checksums of all files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'janus-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { privateKey, publicKey } = newKeys()
  expect(() => signFolder(folder, privateKey, publicKey)).toThrow('describes no updates')
  writeFileSync(join(folder, 'latest-linux.yml'), 'version: 1.2.3\n')
  writeFileSync(join(folder, 'Janus.deb'), 'a deb')
  expect(() => signFolder(folder, privateKey, newKeys().publicKey)).toThrow('not the private half')
  // Twice, as when a job is run again.
  for (let times = 0; times < 2; times++) signFolder(folder, privateKey, publicKey)
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  expect(isSigned(read('latest-linux.yml'), read('latest-linux.yml.sig'), publicKey)).toBe(true)
  const names = readdirSync(folder).filter((name) => name !== 'SHA256SUMS')
  expect(names.length).toBe(3)
  const sum = (name: string) => createHash('sha256').update(read(name)).digest('hex')
  expect(read('SHA256SUMS')).toBe(names.map((name) => `${sum(name)}  ${name}\n`).join(''))
})
