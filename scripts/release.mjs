import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './child.mjs'
import { publisher } from './owner.mjs'

const usage = `Usage: npm run release -- check | version REF | make-key FILE | sign FOLDER

  check           prints publishes=true if owner.yml names where updates are published, else publishes=false
  version REF     checks that REF, a tag as v1.2.3, is the version of package.json; for any other REF makes that
                  tonight's nightly version
  make-key FILE   writes a new private key to FILE, and prints the public one, for owner.yml
  sign FOLDER     signs each description of updates there (*.yml) with the private key in JANUS_UPDATE_KEY, and
                  writes SHA256SUMS of all files`

/**
 * Returns the version to release for a ref: that of its tag, else a nightly between the last release and the
 * next. Throws when the tag differs from package.json.
 * @param {string} last the version in package.json
 * @param {string} ref
 * @param {string} day as 2026-12-31
 */
export function releasedVersion(last, ref, day) {
  if (/^v\d/.test(ref)) {
    if (ref !== `v${last}`) throw new Error(`The tag is ${ref}, and package.json has ${last}.`)
    return last
  }
  const [major, minor, patch] = last.split('.').map(Number)
  return `${major}.${minor}.${Number(patch) + 1}-nightly.${day.replaceAll('-', '')}`
}

/**
 * Makes a key pair: the private key as PEM, the public one in owner.yml's format.
 * @returns {{privateKey: string, publicKey: string}}
 */
export function newKeys() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    publicKey: publicText(publicKey),
  }
}

/**
 * Signs the update descriptions in a folder, and writes checksums of all its files. Throws when packages
 * would reject this key's signatures.
 * @param {string} folder
 * @param {string} pem
 * @param {string | undefined} expected the public key in owner.yml
 */
export function signFolder(folder, pem, expected) {
  const key = createPrivateKey(pem)
  if (publicText(createPublicKey(key)) !== expected)
    throw new Error('JANUS_UPDATE_KEY is not the private half of the key in owner.yml.')
  const described = readdirSync(folder).filter((name) => name.endsWith('.yml'))
  if (described.length === 0) throw new Error(`${folder} describes no updates.`)
  for (const name of described) {
    const signature = sign(null, readFileSync(join(folder, name)), key)
    writeFileSync(join(folder, `${name}.sig`), signature.toString('base64'))
  }
  const names = readdirSync(folder).filter((name) => name !== 'SHA256SUMS')
  const sums = names.map((name) => `${sumOf(readFileSync(join(folder, name)))}  ${name}\n`)
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
}

/** @param {Buffer} content */
const sumOf = (content) => createHash('sha256').update(content).digest('hex')

/** @param {import('node:crypto').KeyObject} key */
const publicText = (key) => key.export({ format: 'der', type: 'spki' }).toString('base64')

/** @param {string} ref */
function setVersion(ref) {
  const file = join(root, 'package.json')
  const text = readFileSync(file, 'utf8')
  const { version } = JSON.parse(text)
  const released = releasedVersion(version, ref, new Date().toISOString().slice(0, 10))
  writeFileSync(file, text.replace(`"version": "${version}"`, `"version": "${released}"`))
}

/** @param {string} file */
function makeKey(file) {
  const { privateKey, publicKey } = newKeys()
  writeFileSync(file, privateKey, { mode: 0o600, flag: 'wx' })
  console.log(publicKey)
}

/** @type {Readonly<Record<string, (given: string) => void>>} */
const verbs = {
  check: () => console.log(`publishes=${publisher() !== null}`),
  version: setVersion,
  'make-key': makeKey,
  sign: (folder) => signFolder(folder, process.env.JANUS_UPDATE_KEY ?? '', publisher()?.key),
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [name = '', given = ''] = process.argv.slice(2)
  const run = given === '' && name !== 'check' ? undefined : verbs[name]
  try {
    if (run === undefined) throw new Error(usage)
    run(given)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
