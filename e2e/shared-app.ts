import { expect, type Cookie } from '@playwright/test'
import { hasFailed, test as withOwnApp } from './app.ts'
import { circleOnce, type CircleSeen } from './circles.ts'
import { Janus } from './janus.ts'
import { Model } from './model.ts'
import { body } from './peers.ts'
import { Place } from './place.ts'

/** An app that the tests of a worker use one after the other. */
interface Common {
  readonly place: Place
  readonly model: Model
  readonly janus: Janus
  /** What lets further browsers in, once one has been let in by the address. */
  cookies: readonly Cookie[]
}

/**
 * A test of the whole app that wants nothing of its start or its end: it finds one without agents, a folder that is
 * empty, and a window that remembers nothing. Each worker starts one such app; a test that fails takes it along, one
 * that ends it starts it again.
 */
export const test = withOwnApp.extend<object, { readonly common: Common }>({
  common: [
    async ({ electron, ownScreen }, use) => {
      const place = await Place.make(electron?.as)
      const model = await Model.start(place.root)
      const janus = new Janus(place, model, electron && { electron, screen: ownScreen, colorScheme: null })
      await janus.start()
      await use({ place, model, janus, cookies: [] })
      const end = await janus.quit()
      const left = await place.leftOver()
      await model.stop()
      await place.clear()
      expect(end).toEqual({ code: 0, signal: null })
      expect(left).toEqual([])
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  place: async ({ common }, use, { testId }) => use(await common.place.withWork(`work-${testId}`)),
  model: async ({ common }, use) => {
    await common.model.forget()
    await use(common.model)
  },
  janus: async ({ common }, use, info) => {
    const { janus } = common
    await use(janus)
    if (hasFailed(info)) console.log(`The app printed:\n${janus.program.output}`)
    else await clearAway(janus)
  },
  page: async ({ common, janus, page, colorScheme }, use) => {
    if (janus.window !== null) {
      await janus.window.emulateMedia({ colorScheme })
      await janus.window.evaluate(() => localStorage.clear())
      await janus.window.reload()
    } else if (common.cookies.length > 0) {
      await page.context().addCookies([...common.cookies])
      janus.url = new URL('/', janus.url).href
    }
    await use(page)
    if (janus.window === null) common.cookies = await page.context().cookies()
  },
})

/** A setting, by the API; only what is looked at here. */
interface Setting {
  readonly name: string
  readonly value: unknown
  readonly default: unknown
}

/** Ends and deletes what a test has made, as the person can. */
async function clearAway(janus: Janus): Promise<void> {
  const { items } = await body<{ items: CircleSeen[] }>(janus, 'GET', '/gatherings?state=all')
  for (const { id, state } of items) {
    const steer = (verb: string) => body(janus, 'POST', `/gatherings/${id}/${verb}`, {})
    if (state !== 'closed' && state !== 'proposed') {
      await steer('close')
      await circleOnce(janus, id, ({ state }) => state === 'closed')
    }
    await steer('dismiss')
  }
  for (const { name } of await body<{ name: string }[]>(janus, 'GET', '/agents')) {
    await body(janus, 'DELETE', `/agents/${encodeURIComponent(name)}?forever=true`)
  }
  const settings = await body<Setting[]>(janus, 'GET', '/settings')
  const changed = settings.filter(({ value, default: usual }) => value !== usual)
  if (changed.length > 0) {
    const back = Object.fromEntries(changed.map(({ name, default: usual }) => [name, usual]))
    await body(janus, 'PATCH', '/settings', back)
  }
}

export { expect }
