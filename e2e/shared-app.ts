import { expect, type BrowserContext, type Page } from '@playwright/test'
import { hasFailed, readOut, test as withOwnApp } from './app.ts'
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
    if (hasFailed(info)) {
      console.log(`The app printed:\n${janus.program.output}`)
      if (janus.window !== null) console.log(`Its window showed:\n${await readOut(janus.window)}`)
    } else await common.clearAway()
  },
  page: async ({ common, janus, page, colorScheme }, use) => {
    let scripts: Scripts | null = null
    if (janus.window !== null) {
      await janus.window.emulateMedia({ colorScheme })
      await janus.window.evaluate(() => {
        localStorage.clear()
        sessionStorage.clear()
      })
      await janus.window.reload()
      scripts = scriptsOf(janus.window)
    } else if (common.entry !== null) {
      await enterBy(page.context(), common.entry)
      janus.url = new URL('/', janus.url).href
    }
    await use(page)
    await scripts?.takeBack()
    if (janus.window === null) common.entry = await page.context().storageState()
  },
})

/** What a test has its page do at each of its loads: a window that outlives the test would go on doing it. */
interface Scripts {
  /** The window does it no more, from its next load on. */
  takeBack(): Promise<void>
}

function scriptsOf(window: Page): Scripts {
  const added: { dispose(): Promise<void> }[] = []
  const add = window.addInitScript
  window.addInitScript = async (...given: Parameters<Page['addInitScript']>) => {
    const script = await add.apply(window, given)
    added.push(script)
    return script
  }
  const takeBack = async () => {
    window.addInitScript = add
    if (window.isClosed()) return
    for (const script of added) await script.dispose()
  }
  return { takeBack }
}

/** Lets a fresh browser in as an earlier one was: by the cookie, and the key of that origin. */
async function enterBy(context: BrowserContext, { cookies, origins }: Entry): Promise<void> {
  await context.addCookies(cookies)
  const keys = origins.flatMap(({ origin, localStorage }) =>
    localStorage.filter(({ name }) => name === 'janus.window').map(({ value }) => ({ origin, value })),
  )
  await context.addInitScript((keys) => {
    for (const { origin, value } of keys)
      if (location.origin === origin) localStorage.setItem('janus.window', value)
  }, keys)
}

type Entry = NonNullable<CommonApp['entry']>

export { expect }
