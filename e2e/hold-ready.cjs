/*
 * Loaded into Electron before the app: delays `ready` until Playwright has attached. Attaching while a window
 * is being made sometimes hangs forever.
 */
const { app } = require('electron')

process.argv.splice(process.argv.indexOf(__filename) - 1, 2)

const ready = app.whenReady()
let isReady = false
/** @type {() => void} */
let tell
/** @type {Promise<void>} */
const told = new Promise((resolve) => (tell = resolve))
app.isReady = () => isReady
app.whenReady = () => told

// Playwright calls this function once it is attached.
Object.assign(globalThis, {
  __playwright_run: async () => {
    await ready
    isReady = true
    tell()
  },
})
