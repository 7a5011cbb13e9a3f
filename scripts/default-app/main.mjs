import { app as electronApp, utilityProcess } from 'electron'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import './provide-sqlite.mjs'

/*
 * What `electron -r FILE FOLDER` does in Electron as it comes: it takes the app's names from its package.json, loads
 * the files and then its entry, all before `ready`. A utility process of the app is provided with what its Node lacks, too.
 */
/** With what Electron has for its own default app. @type {any} */
const app = electronApp

const { resolve: entryOf } = createRequire(import.meta.url)
const words = process.argv.slice(1)
const isLoadedFirst = (/** @type {number} */ at) => words[at - 1] === '-r'
const folder = resolve(words.find((word, at) => !word.startsWith('-') && !isLoadedFirst(at)) ?? '.')
const { name, productName, version, desktopName } = JSON.parse(
  readFileSync(join(folder, 'package.json'), 'utf8'),
)
app.setName(productName ?? name)
app.setVersion(version)
if (process.platform === 'linux') app.setDesktopName(desktopName ?? `${app.name}.desktop`)
app.setAppPath(folder)
Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true })

const fork = utilityProcess.fork.bind(utilityProcess)
/** @type {typeof utilityProcess.fork} */
const provided = (path, args = [], options) =>
  fork(join(dirname(fileURLToPath(import.meta.url)), 'utility.mjs'), [path, ...args], options)
utilityProcess.fork = provided

for (const [at, word] of words.entries()) if (isLoadedFirst(at)) await import(pathToFileURL(word).href)
await import(pathToFileURL(entryOf(folder)).href)
