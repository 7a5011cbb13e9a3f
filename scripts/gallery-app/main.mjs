import { app, BrowserWindow } from 'electron'

/*
 * As many windows as the last word says, in which pages run as those of Janus do. The gallery's pages are shown in
 * them; nothing else is here.
 */

const count = Number(process.argv.at(-1))
app.enableSandbox()
void app.whenReady().then(() => {
  for (let at = 0; at < count; at += 1) {
    // oxlint-disable-next-line janus/no-window -- for the gallery, never in the app
    const window = new BrowserWindow({
      // Beside the middle, where the pointer of a screen stands that nobody uses: nothing is under it.
      x: 760,
      y: 0,
      width: 1440,
      height: 900,
      useContentSize: true,
      webPreferences: {
        sandbox: true,
        // What one state keeps in the browser is not another's.
        partition: `easel-${at}`,
        contextIsolation: true,
        spellcheck: false,
        backgroundThrottling: false,
      },
    })
    void window.loadURL('about:blank')
  }
})
