import { utilityProcess } from 'electron'
import { fileURLToPath } from 'node:url'

/*
 * The packed app's entry on a test Electron whose Node has no SQLite: provides one, here and in the utility
 * process, then runs the app's own entry.
 */
const fork = utilityProcess.fork.bind(utilityProcess)
/** @type {typeof utilityProcess.fork} */
utilityProcess.fork = (path, args = [], options) =>
  fork(fileURLToPath(new URL('utility.mjs', import.meta.url)), [path, ...args], options)

await import(new URL('provide-sqlite.mjs', import.meta.url).href)
await import(new URL('../dist/desktop/main.cjs', import.meta.url).href)
