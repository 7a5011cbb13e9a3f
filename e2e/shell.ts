import { chmod, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'

/** What the two shells of the app differ in, for a user and so for the tests. */
export interface Shell {
  readonly name: 'desktop' | 'web'
  /** As Playwright presses them. */
  readonly keys: {
    readonly secondTab: string
    readonly nextTab: string
    readonly previousTab: string
    readonly moveTabUp: string
    readonly newAgent: string
    readonly closeTab: string
    readonly reopenTab: string
  }
  /** A page outside: a link that the browser follows, or a button that asks main, which asks the user. */
  readonly pageOutside: 'link' | 'button'
  /** What a second start on the same folder says and ends with, the first being the process `pid`. */
  readonly secondStart: (pid: number) => { readonly code: number; readonly words: string }
  /** Where the window is in a rehearsal; `url` is where it was opened. */
  readonly rehearsalPage: (url: string) => RegExp
  /** What is in the file that the window hands over at an act. */
  readonly saved: (page: Page, act: () => Promise<void>) => Promise<string>
}

/** The window in a browser, which keeps some keys for itself. */
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
  // A server of its own.
  rehearsalPage: (url) => new RegExp(`^http://127\\.0\\.0\\.1:(?!${new URL(url).port})\\d+/`),
  saved: async (page, act) => {
    const download = page.waitForEvent('download')
    await act()
    return readFile(await (await download).path(), 'utf8')
  },
}

/** The desktop app's own window. */
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
  // The first is asked to come to the front.
  secondStart: () => ({ code: 4, words: 'janus: handed over' }),
  rehearsalPage: () => /^app:\/\/janus\/$/,
  saved: async (page, act) => {
    const path = join(await mkdtemp(join(tmpdir(), 'janus-e2e-export-')), 'saved.md')
    await chmod(dirname(path), 0o777)
    // The system's dialog for a file would answer so; nobody is there to press it.
    await app().evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
    }, path)
    await act()
    await page.getByText(`Saved as ${path}`).waitFor()
    return readFile(path, 'utf8')
  },
})
