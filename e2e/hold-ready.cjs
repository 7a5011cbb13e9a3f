/*
 * Loaded into Electron before the app, which thereby hears that Electron is ready only once the driver of the tests has
 * attached to it. A driver that attaches while a window is being made waits at times for ever.
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

// The driver calls it by this name once it is there.
Object.assign(globalThis, {
  __playwright_run: async () => {
    await ready
    isReady = true
    tell()
  },
})
