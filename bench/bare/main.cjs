// The minimum for an app like Janus: an empty window and an empty utility process.
const { join } = require('node:path')
const { app, BrowserWindow, utilityProcess } = require('electron')

app.enableSandbox()
app.setPath('userData', process.argv[2])
app.on('window-all-closed', () => app.quit())
void app.whenReady().then(() => {
  utilityProcess.fork(join(__dirname, 'core.cjs'))
  // oxlint-disable-next-line janus/no-window -- only to be measured beside the app's own
  const window = new BrowserWindow({ width: 1280, height: 840, webPreferences: { sandbox: true } })
  return window.loadFile(join(__dirname, 'index.html'))
})
