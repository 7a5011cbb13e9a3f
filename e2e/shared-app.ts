import { expect, type BrowserContext, type Page } from '@playwright/test'
import { hasFailed, readOut, test as withOwnApp } from './app.ts'
import type { CommonApp } from './common-app.ts'

/**
 * A test that does not care how the app starts or ends: it gets an app without agents, an empty folder, and a
 * window without stored state. Each worker starts one such app; a failing test discards it, and a test that
 * ends it restarts it.
 */
export const test = withOwnApp.extend<{ readonly common: CommonApp }>({
  common: async ({ commonApp, start }, use) => {
    // The shared app was started before this test.
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

/** Init scripts of a test: a shared window would keep running them. */
interface Scripts {
  /** Removes the scripts from the window's next load on. */
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

/** Signs a fresh browser in with the cookie and the origin's key of an earlier one. */
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
