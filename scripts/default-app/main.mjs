import { app as electronApp, utilityProcess } from 'electron'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import './provide-sqlite.mjs'

/*
 * The default app of an unpackaged Electron: handles `electron -r FILE FOLDER`, which takes the app's names
 * from its package.json and loads the files and the entry before `ready`. It also gives utility processes
 * `node:sqlite` where their Node lacks it.
 */
/** The default app uses internal APIs. @type {any} */
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
