import { chmod, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'

/** The differences between the desktop app and the web app that tests have to know. */
export interface Shell {
  readonly name: 'desktop' | 'web'
  /** In Playwright's notation. */
  readonly keys: {
    readonly secondTab: string
    readonly nextTab: string
    readonly previousTab: string
    readonly moveTabUp: string
    readonly newAgent: string
    readonly closeTab: string
    readonly reopenTab: string
  }
  /** An external page: a link that the browser follows, or a button by which the desktop app asks the user. */
  readonly pageOutside: 'link' | 'button'
  /** What a second start on the same folder prints and exits with; `pid` is the first one's. */
  readonly secondStart: (pid: number) => { readonly code: number; readonly words: string }
  /** The window's address in demo mode; `url` is the original one. */
  readonly rehearsalPage: (url: string) => RegExp
  /** Returns the contents of the file that the window saves during `act`. */
  readonly saved: (page: Page, act: () => Promise<void>) => Promise<string>
}

/** A browser keeps some keys for itself. */
export const webShell: Shell = {
  name: 'web',
  keys: {
    secondTab: 'Alt+Digit2',
    nextTab: 'Alt+PageDown',
    previousTab: 'Alt+PageUp',
    moveTabUp: 'Alt+Shift+PageUp',
    newAgent: 'Alt+KeyN',
    closeTab: 'Alt+KeyW',
    reopenTab: 'Alt+Shift+KeyT',
  },
  pageOutside: 'link',
  secondStart: (pid) => ({ code: 1, words: String(pid) }),
  // A second server.
  rehearsalPage: (url) => new RegExp(`^http://127\\.0\\.0\\.1:(?!${new URL(url).port})\\d+/`),
  saved: async (page, act) => {
    const download = page.waitForEvent('download')
    await act()
    return readFile(await (await download).path(), 'utf8')
  },
}

export const desktopShell = (app: () => ElectronApplication): Shell => ({
  name: 'desktop',
  keys: {
    secondTab: 'Control+Digit2',
    nextTab: 'Control+PageDown',
    previousTab: 'Control+PageUp',
    moveTabUp: 'Control+Shift+PageUp',
    newAgent: 'Control+KeyT',
    closeTab: 'Control+KeyW',
    reopenTab: 'Control+Shift+KeyT',
  },
  pageOutside: 'button',
  // The second start brings the first app to the front.
  secondStart: () => ({ code: 4, words: 'janus: handed over' }),
  rehearsalPage: () => /^app:\/\/janus\/$/,
  saved: async (page, act) => {
    const path = join(await mkdtemp(join(tmpdir(), 'janus-e2e-export-')), 'saved.md')
    await chmod(dirname(path), 0o777)
    // Replaces the system's save dialog, which nobody could answer.
    await app().evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
    }, path)
    await act()
    await page.getByText(`Saved as ${path}`).waitFor()
    return readFile(path, 'utf8')
  },
})
