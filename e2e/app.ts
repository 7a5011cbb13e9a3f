import { expect, test as base, type Browser, type Dialog, type Page, type TestInfo } from '@playwright/test'
import type { Electron, Screen } from './electron.ts'
import { Janus, type Start } from './janus.ts'
import { Model } from './model.ts'
import { Place } from './place.ts'
import { Desk } from './desk.ts'
import { CommonApp } from './common-app.ts'

/** Fixtures of an end-to-end test: a fresh place, the model, the running app, and its window. */
export interface Fixtures {
  readonly place: Place
  readonly model: Model
  readonly janus: Janus
  readonly desk: Desk
  /** Overrides how the app starts: `test.use({ start: … })`. */
  readonly start: Start
}

export interface Shared {
  /** Electron for the desktop app; null for the web app. */
  readonly electron: Electron | null
  /** The test screen of the app; null: the user's own. */
  readonly ownScreen: Screen | null
  /** A page of a browser that starts on first use; the desktop app has its own window. */
  readonly newPage: () => Promise<Page>
  /** The worker's shared app, for tests that do not care how it starts; started on first use. */
  readonly commonApp: () => Promise<CommonApp>
}

/** Afterwards the app is quit, and none of its processes may be left. */
export const test = base.extend<Fixtures, Shared>({
  electron: [null, { option: true, scope: 'worker' }],
  ownScreen: [
    async ({ electron }, use) => {
      const screen = (await electron?.openScreen()) ?? null
      await use(screen)
      await screen?.close()
    },
    { scope: 'worker' },
  ],
  newPage: [
    async ({ playwright }, use) => {
      const browsers: Promise<Browser>[] = []
      await use(async () => {
        const [browser = playwright.chromium.launch()] = browsers
        browsers[0] = browser
        return (await browser).newPage()
      })
      for (const browser of browsers) await (await browser).close()
    },
    { scope: 'worker' },
  ],
  commonApp: [
    async ({ electron, ownScreen }, use) => {
      const apps: Promise<CommonApp>[] = []
      await use(async () => {
        const [app = CommonApp.start(electron && { electron, screen: ownScreen, colorScheme: null })] = apps
        apps[0] = app
        return app
      })
      for (const app of apps) {
        const { end, left } = await (await app).stop()
        expect(end).toEqual({ code: 0, signal: null })
        expect(left).toEqual([])
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  place: async ({ electron }, use) => {
    const place = await Place.make(electron?.as)
    await use(place)
    await place.clear()
  },
  model: async ({ place }, use) => {
    const model = await Model.start(place.root)
    await use(model)
    await model.stop()
  },
  start: [{}, { option: true }],
  janus: async ({ place, model, start, electron, ownScreen, colorScheme }, use, info) => {
    const janus = new Janus(place, model, electron && { electron, screen: ownScreen, colorScheme })
    await janus.start(start)
    await use(janus)
    if (hasFailed(info)) {
      console.log(`The app printed:\n${janus.program.output}`)
      if (janus.window !== null) console.log(`Its window showed:\n${await readOut(janus.window)}`)
    }
    if (!janus.isRunning) return
    expect(await janus.quit()).toEqual({ code: 0, signal: null })
    expect(await place.leftOver()).toEqual([])
  },
  page: async ({ janus, newPage }, use, info) => {
    const page = janus.window ?? (await newPage())
    await use(page)
    if (janus.window === null) await page.context().close()
    else if (hasFailed(info)) await keepPicture(janus.window, info)
  },
  desk: async ({ janus, page, place }, use) => {
    const complaints = new Complaints(page)
    const desk = new Desk(page, () => janus.window, place.work)
    await desk.open(janus.url)
    await use(desk)
    complaints.end()
    expect(complaints.all).toEqual([])
  },
})

export const hasFailed = ({ status, expectedStatus }: TestInfo): boolean => status !== expectedStatus

/** Returns the window's accessibility tree and focus, for a log without pictures. */
export async function readOut(window: Page): Promise<string> {
  try {
    const focus = await window.evaluate(() => `focus: ${document.hasFocus()}, hidden: ${document.hidden}`)
    return `${focus}\n${(await window.locator('body').ariaSnapshot({ timeout: 5_000 })).slice(0, 6_000)}`
  } catch {
    return 'Nothing: it is gone.'
  }
}

/** Playwright itself takes pictures of browser pages only. */
async function keepPicture(window: Page, info: TestInfo): Promise<void> {
  const path = info.outputPath('window.png')
  // A closed window has none.
  const isTaken = await window.screenshot({ path }).then(
    () => true,
    () => false,
  )
  if (isTaken) await info.attach('window', { path, contentType: 'image/png' })
}

/** Records a page's uncaught errors and dialogs. */
export class Complaints {
  readonly all: string[] = []
  readonly #page: Page
  readonly #onError = ({ message }: Error) => this.all.push(message)
  readonly #onDialog = (dialog: Dialog) => this.all.push(`dialog: ${dialog.message()}`)

  constructor(page: Page) {
    this.#page = page.on('pageerror', this.#onError).on('dialog', this.#onDialog)
  }

  end(): void {
    this.#page.off('pageerror', this.#onError).off('dialog', this.#onDialog)
  }
}

export { expect }
