import { expect, test as base, type Page } from '@playwright/test'
import type { Electron, Screen } from './electron.ts'
import { Janus, type Start } from './janus.ts'
import { Model } from './model.ts'
import { Place } from './place.ts'
import { Desk } from './desk.ts'

/** What a whole-app test is given: a fresh place, the model, the running app, and its window in a browser. */
interface Fixtures {
  readonly place: Place
  readonly model: Model
  readonly janus: Janus
  readonly desk: Desk
  /** How the app is started, where a test wants it otherwise: `test.use({ start: … })`. */
  readonly start: Start
}

/** What all tests of a worker share. */
interface Shared {
  /** What the desktop app is tried in; null for the web shell. */
  readonly electron: Electron | null
  /** The screen that it is shown on; null: the person's own. */
  readonly ownScreen: Screen | null
}

/** A test of the whole app. Afterwards the app is quit and nothing of it may be left running. */
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
    if (info.status !== info.expectedStatus) console.log(`The app printed:\n${janus.program.output}`)
    if (!janus.isRunning) return
    expect(await janus.quit()).toEqual({ code: 0, signal: null })
    expect(await place.leftOver()).toEqual([])
  },
  desk: async ({ janus, page }, use) => {
    const complaints = complaintsOf(janus.window ?? page)
    const desk = new Desk(page, () => janus.window)
    await desk.open(janus.url)
    await use(desk)
    expect(complaints).toEqual([])
  },
})

/** What the page says when something in it broke. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`))
  return complaints
}

export { expect }
