import { expect, test as base, type Page } from '@playwright/test'
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
  /** Electron's program, to try the desktop app; empty for the web shell. */
  readonly electron: string
}

/** A test of the whole app. Afterwards the app is quit and nothing of it may be left running. */
export const test = base.extend<Fixtures>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the parameter's pattern
  place: async ({}, use) => {
    const place = await Place.make()
    await use(place)
    await place.clear()
  },
  model: async ({ place }, use) => {
    const model = await Model.start(place.root)
    await use(model)
    await model.stop()
  },
  start: [{}, { option: true }],
  electron: ['', { option: true }],
  janus: async ({ place, model, start, electron }, use, info) => {
    const janus = new Janus(place, model, electron)
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
