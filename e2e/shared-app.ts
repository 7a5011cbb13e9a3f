import { expect } from '@playwright/test'
import { hasFailed, test as withOwnApp } from './app.ts'
import type { CommonApp } from './common-app.ts'

/**
 * A test of the whole app that wants nothing of its start or its end: it finds one without agents, a folder that is
 * empty, and a window that remembers nothing. Each worker starts one such app; a test that fails takes it along, one
 * that ends it starts it again.
 */
export const test = withOwnApp.extend<{ readonly common: CommonApp }>({
  common: async ({ commonApp, start }, use) => {
    // It was started before this test, without asking it.
    if (Object.keys(start).length > 0)
      throw new Error('A test that says how the app starts wants an app of its own.')
    await use(await commonApp())
  },
  place: async ({ common }, use, { testId }) => use(await common.place.withWork(`work-${testId}`)),
  model: async ({ common }, use) => {
    await common.model.forget()
    await use(common.model)
  },
  janus: async ({ common }, use, info) => {
    const { janus } = common
    await use(janus)
    if (hasFailed(info)) console.log(`The app printed:\n${janus.program.output}`)
    else await common.clearAway()
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

export { expect }
